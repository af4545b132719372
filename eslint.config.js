// One set of rules for the whole tree; numerics and everything below the page must be deterministic.
import tseslint from 'typescript-eslint';
import svelte from 'eslint-plugin-svelte';

const inexactMath = [
  'exp',
  'log',
  'log1p',
  'expm1',
  'log2',
  'log10',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'atan2',
  'sinh',
  'cosh',
  'tanh',
  'asinh',
  'acosh',
  'atanh',
  'pow',
  'cbrt',
  'hypot',
].map((property) => ({
  object: 'Math',
  property,
  message: 'differs by an ulp between Node and browsers; use math/elementary.ts',
}));
const unseeded = [
  { object: 'Math', property: 'random', message: 'use the counter-based generator in math/random.ts' },
  { object: 'Date', property: 'now', message: 'clocks belong to the page and the command line' },
  { object: 'performance', property: 'now', message: 'clocks belong to the page and the command line' },
];

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/', '.svelte-kit/', '.tmp/'] },
  ...tseslint.configs.recommended,
  ...svelte.configs.recommended,
  {
    rules: {
      'no-console': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.svelte'] } },
  },
  // Maps in raw state are replaced, never changed in place.
  { files: ['src/state/**'], rules: { 'svelte/prefer-svelte-reactivity': 'off' } },
  {
    files: ['src/{math,models,inference}/**/*.ts'],
    rules: { 'no-restricted-properties': ['error', ...inexactMath, ...unseeded] },
  },
  {
    files: ['src/{statistics,engine,jobs,formats,instruments,storage,charts}/**/*.ts'],
    rules: { 'no-restricted-properties': ['error', ...unseeded] },
  },
  { files: ['bench/**', 'tests/**', 'src/cli/**'], rules: { 'no-console': 'off' } },
);
