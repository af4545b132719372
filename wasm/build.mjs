// Compiles the WebAssembly modules and writes each as a wasm-bytes.ts, which every bundle can load at once.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** Entry files and where their modules go. */
const MODULES = [
  ['trajectory.ts', '../src/models/seu/wasm-bytes.ts'],
  ['loops/loops.ts', '../src/math/loops/wasm-bytes.ts'],
];
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

async function compile(entry) {
  let bytes = null;
  const { error, stderr } = await asc.main(
    [entry, '--baseDir', HERE, '--outFile', 'module.wasm', '--enable', 'simd', ...OPTIONS],
    { writeFile: (_name, contents) => void (bytes = contents) },
  );
  if (error || bytes === null) throw new Error(`wasm/${entry} was not compiled: ${error}\n${stderr}`);
  return bytes;
}

for (const [entry, out] of MODULES) {
  const base64 = Buffer.from(await compile(entry)).toString('base64');
  await writeFile(
    fileURLToPath(new URL(out, import.meta.url)),
    `// The module of wasm/${entry} in base64, written by \`npm run wasm\`.\nexport const WASM_BASE64 =\n  '${base64}';\n`,
  );
}
