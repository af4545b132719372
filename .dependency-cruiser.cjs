// Each folder of src/ imports only from folders above it in this list; cycles fail the build.
const order = [
  'math',
  'statistics',
  'models',
  'inference',
  'engine',
  'jobs',
  'formats',
  'instruments',
  'elicitation',
  'storage',
  'workers',
  'charts',
  'state',
  'app',
];
const downward = order.map((folder, index) => ({
  name: `${folder}-imports-only-above`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: `^src/(${[...order.slice(index + 1), 'cli'].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...downward.slice(0, -1),
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'cli-stops-at-view-data',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: { path: '^src/(charts|state|storage|workers|app)/' },
    },
    {
      name: 'idb-only-in-storage',
      severity: 'error',
      from: { pathNot: '^src/storage/' },
      to: { path: 'node_modules/idb/' },
    },
    {
      name: 'comlink-only-in-workers',
      severity: 'error',
      from: { pathNot: '^src/workers/' },
      to: { path: 'node_modules/comlink/' },
    },
    {
      name: 'd3-only-in-charts',
      severity: 'error',
      from: { pathNot: '^src/charts/' },
      to: { path: 'node_modules/d3' },
    },
    { name: 'no-d3-dsv', severity: 'error', from: { path: '^src/' }, to: { path: 'node_modules/d3/' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'svelte', 'browser', 'types'],
    },
  },
};
