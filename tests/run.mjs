// npm test: everything that must hold before a change is shared, with one line of counts at the end.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];
const SOFTWARE_DRIVERS = [
  '/usr/lib/chromium/vk_swiftshader_icd.json',
  '/usr/lib/chromium-browser/vk_swiftshader_icd.json',
  '/opt/google/chrome/vk_swiftshader_icd.json',
];
const LOADERS = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'].map(
  (folder) => `${folder}/libvulkan.so.1`,
);
const WARNING = /\bwarn(ing)?\b|\(!\)|deprecat/i;
/** Tests may well be named after warnings: of theirs only what a program says on its own counts. */
const TEST_WARNING = /\b\w*Warning: |^warning: /m;

const say = (line) => process.stdout.write(`${line}\n`);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

const findBrowser = () =>
  [process.env.CHROMIUM, process.env.CHROMIUM_PATH, ...BROWSERS].find((path) => path && existsSync(path));

const canInstall = () =>
  process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/apt-get');

/** Says so where it fails: what is missing is then named by the caller. */
function install(names) {
  say(`Installing ${names.join(' and ')} through apt-get.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]])
      execFileSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
  } catch (error) {
    say(`apt-get failed: ${error.message}`);
  }
}

/** The browser's path; ends the run with what to install where there is none. */
function requireBrowser() {
  if (!findBrowser() && canInstall()) install(['chromium']);
  const path = findBrowser();
  if (path) return path;
  say(`No Chromium at ${BROWSERS.join(', ')}.`);
  say('Install it (Debian: apt-get install chromium; Fedora: dnf install chromium),');
  say('or name a Chrome or Chromium of your own: CHROMIUM_PATH=/path/to/chrome npm test');
  say('0 passed, 1 failed');
  process.exit(1);
}

/** GPU tests in Node need a Vulkan loader, and Chromium keeps its own to itself; without one they are skipped. */
function wantVulkanLoader() {
  if (process.platform !== 'linux') return;
  if (!LOADERS.some(existsSync) && canInstall()) install(['libvulkan1']);
  if (!LOADERS.some(existsSync)) say('No Vulkan loader (Debian: libvulkan1): GPU tests in Node are skipped.');
}

function environment() {
  const browser = requireBrowser();
  wantVulkanLoader();
  const driver = process.env.VK_ICD_FILENAMES ?? SOFTWARE_DRIVERS.find((path) => existsSync(path));
  return {
    ...process.env,
    CHROMIUM: browser,
    CHROMIUM_PATH: browser,
    ...(driver ? { VK_ICD_FILENAMES: driver } : {}),
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
  };
}

function execute(command, env) {
  const child = spawn(process.execPath, command, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (errors += data));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? 1, output, errors }));
  });
}

const bin = (path, ...args) => [join(ROOT, 'node_modules', path), ...args];

const CHECKS = [
  { name: 'types', command: bin('typescript/bin/tsc', '--noEmit') },
  {
    name: 'components',
    command: bin('svelte-check/bin/svelte-check', '--fail-on-warnings', '--output', 'human'),
    quiet: true,
  },
  { name: 'lint', command: bin('eslint/bin/eslint.js', '.', '--max-warnings', '0') },
  {
    name: 'import order',
    command: bin(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      'src',
      'shaders',
    ),
    quiet: true,
  },
  { name: 'format', command: bin('prettier/bin/prettier.cjs', '--check', '.') },
];
const BUILDS = [
  { name: 'page', command: bin('vite/bin/vite.js', 'build') },
  { name: 'command', command: bin('vite/bin/vite.js', 'build', '--config', 'vite.cli.config.ts') },
];

/** Fails on its exit status, and on a warning in its output unless it has an option for that (`quiet`). */
async function runStep({ name, command, quiet }, env) {
  const began = performance.now();
  const { code, output, errors } = await execute(command, env);
  const text = `${output}${errors}`;
  const passed = code === 0 && (quiet || !WARNING.test(text));
  say(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds(began)})`);
  if (!passed) say(text.trimEnd());
  return passed;
}

/** Two at a time. */
async function runAll(steps, env) {
  const waiting = [...steps];
  let passed = 0;
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) if (await runStep(step, env)) passed += 1;
  };
  await Promise.all([work(), work()]);
  return { passed, failed: steps.length - passed };
}

function failureLines({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message) return [`${name}\n${message}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${name}\n  ${fullName}\n${failureMessages.join('\n')}`,
    );
  });
}

/** A file that breaks before its tests counts as one failure; so does a run without a report, and any warning. */
function countTests(report, code, errors) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((a) => a.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + broken;
  const warned = TEST_WARNING.test(errors) ? 1 : 0;
  return {
    passed: report.numPassedTests,
    failed: failed + warned + (code !== 0 && failed + warned === 0 ? 1 : 0),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

async function runTests(env) {
  const began = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'luce-test-'));
  const file = join(folder, 'report.json');
  const command = bin('vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${file}`);
  const { code, errors, output } = await execute(command, env);
  const text = await readFile(file, 'utf8').catch(() => null);
  await rm(folder, { recursive: true, force: true });
  if (text === null) {
    say(`FAIL tests (${seconds(began)}): no report\n${output}${errors}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const report = JSON.parse(text);
  const counts = countTests(report, code, errors);
  say(
    `${counts.failed === 0 ? 'ok  ' : 'FAIL'} tests, ${report.testResults.length} files (${seconds(began)})`,
  );
  failureLines(report).forEach(say);
  if (counts.failed > 0) say(errors.trimEnd());
  say(`slowest: ${slowest(report).join(', ')}`);
  for (const name of skippedNames(report)) say(`skip ${name}`);
  return counts;
}

const SLOWEST = 30;

/** Wall seconds of the files that take longest, two of which run at a time. */
function slowest({ testResults }) {
  const timed = testResults.map(({ name, startTime, endTime }) => ({ name, time: endTime - startTime }));
  return timed
    .sort((a, b) => b.time - a.time)
    .slice(0, SLOWEST)
    .map(({ name, time }) => `${(time / 1000).toFixed(0)} s ${relative(ROOT, name)}`);
}

const skippedNames = ({ testResults }) =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => ['pending', 'skipped', 'todo'].includes(status))
      .map(({ fullName }) => fullName),
  );

const env = environment();
const checks = await runAll(CHECKS, env);
const builds = await runAll(BUILDS, env);
const tests = await runTests(env);
const failed = checks.failed + builds.failed + tests.failed;
if (tests.skipped > 0) say(`${tests.skipped} skipped, named above`);
say(`${checks.passed + builds.passed + tests.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
