// Compiles the WebAssembly module and writes it as src/models/seu/wasm-bytes.ts, which every bundle can load at once.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const OUT = fileURLToPath(new URL('../src/models/seu/wasm-bytes.ts', import.meta.url));
const MODULE = 'seu.wasm';
/** v128 crosses no boundary of the module: the compiler's note on exports between its own files is void. */
const EXCHANGE_OF_V128 = '112';
const OPTIONS = [
  '-O3',
  '--converge',
  '--noAssert',
  '--runtime',
  'stub',
  '--disableWarning',
  EXCHANGE_OF_V128,
];

let bytes = null;
const { error, stderr } = await asc.main(
  ['trajectory.ts', '--baseDir', HERE, '--outFile', MODULE, '--enable', 'simd', ...OPTIONS],
  { writeFile: (_name, contents) => void (bytes = contents) },
);
if (error || bytes === null) throw new Error(`wasm/trajectory.ts was not compiled: ${error}\n${stderr}`);
const base64 = Buffer.from(bytes).toString('base64');
await writeFile(
  OUT,
  `// The module of wasm/ in base64, written by \`npm run wasm\`.\nexport const WASM_BASE64 =\n  '${base64}';\n`,
);
