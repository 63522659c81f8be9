/**
 * `npm run defects`: plants each defect of `tools/defects/` by itself in a copy of the repository, and runs what ought to
 * catch it. `-- --only <pattern>` takes those whose sentence, file or test matches; `-- --list` names them;
 * `-- --jobs N` is the number of copies that are worked on at the same time, 2 if not given.
 *
 * Caught means: a test fails that passes without the defect, or a check refuses. Ends with 1 if a defect is missed, and
 * if one can no longer be planted, because its text is not there any more.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../scripts/shared/built.js';
import { findChromium } from '../scripts/shared/chromium.ts';
import { type Defect } from './defects/defect.ts';
import { defects } from './defects/index.ts';
import { planted } from './defects/planted.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
  },
});

const isInBrowser = ({ caughtBy }: Defect) => caughtBy.endsWith('.spec.ts');
const isTested = ({ caughtBy }: Defect) => /\.test\.tsx?$/.test(caughtBy);

const wanted = new RegExp(options.only);
const chosen = defects.filter(({ says, file, caughtBy }) =>
  [says, file, caughtBy].some(text => wanted.test(text)),
);
const groups = [
  chosen.filter(isTested),
  chosen.filter(isInBrowser),
  chosen.filter(one => !isTested(one) && !isInBrowser(one)),
];

const faultOf = (defect: Defect): string[] => {
  try {
    planted(defect);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
};

interface Ended {
  code: number | null;
  output: string;
}

const running = new Set<ReturnType<typeof spawn>>();
let isStopped = false;

const run = (cwd: string, command: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<Ended>((resolve, reject) => {
    const child = spawn(path.join(cwd, 'node_modules/.bin', command), args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, CHROMIUM_PATH: chromium, NO_COLOR: '1', ...env },
    });
    running.add(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', code => {
      running.delete(child);
      if (isStopped) reject(new Error('stopped'));
      else resolve({ code, output });
    });
  });

const trackedFiles = async (): Promise<string[]> => {
  const git = spawn('git', ['ls-files', '-z'], { cwd: root });
  let list = '';
  for await (const chunk of git.stdout) list += String(chunk);
  return list.split('\0').filter(file => file !== '' && existsSync(path.join(root, file)));
};

const copies: string[] = [];
const makeCopy = async (): Promise<string> => {
  const copy = mkdtempSync(path.join(tmpdir(), 'defects-'));
  copies.push(copy);
  for (const file of await trackedFiles()) cpSync(path.join(root, file), path.join(copy, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  mkdirSync(path.join(copy, '.tmp'));
  return copy;
};

interface Tested {
  failed: string[];
  passed: string[];
}
interface VitestReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}
interface PlaywrightSuite {
  file: string;
  specs?: { title: string; ok: boolean; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

const readReport = (file: string): unknown => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  rmSync(file, { force: true });
  return JSON.parse(text);
};

interface Selection {
  title?: string;
  pages?: string;
}

/** They run in depth only, which takes others more time. */
const isDeep = (file: string) => file.endsWith('.deep.test.ts');

const runVitest = async (copy: string, files: string[], { title }: Selection = {}) => {
  const report = path.join(copy, '.tmp/defect.json');
  const args = [
    'run',
    ...files,
    ...(title === undefined ? [] : ['--testNamePattern', title]),
    '--reporter=json',
    `--outputFile=${report}`,
    '--bail=1',
    // From one run to the next nothing changes but one file.
    '--experimental.fsModuleCache',
    `--experimental.fsModuleCachePath=${path.join(copy, '.tmp/modules')}`,
  ];
  const ended = await run(copy, 'vitest', args, files.some(isDeep) ? { DEPTH: 'deep' } : {});
  const { testResults = [] } = readReport(report) as Partial<VitestReport>;
  const tests = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(copy, name);
    const results = assertionResults.map(one => ({
      name: `${file}: ${one.fullName}`,
      status: one.status,
    }));
    // What is done before the tests may fail as well; a file that cannot be loaded has no tests.
    const isPrepared = status === 'passed' || results.some(one => one.status !== 'skipped');
    const preparation = {
      name: `${file}: its preparation`,
      status: isPrepared ? 'passed' : 'failed',
    };
    return results.length > 0 ? [...results, preparation] : [];
  });
  return { ...ended, ...byStatus(tests, 'passed', 'failed') };
};

const specsIn = (suite: PlaywrightSuite): { name: string; status: string }[] => [
  ...(suite.specs ?? []).map(({ title, tests }) => ({
    name: `tests/e2e/${suite.file}: ${title}`,
    status: tests[0]?.status ?? 'skipped',
  })),
  ...(suite.suites ?? []).flatMap(specsIn),
];

const runPlaywright = async (copy: string, files: string[], { title, pages = '' }: Selection) => {
  const built = await run(copy, 'tsx', ['scripts/build.ts']);
  if (built.code !== 0) return { ...built, failed: [], passed: [] };
  const report = path.join(copy, '.tmp/defect.json');
  const ended = await run(
    copy,
    'playwright',
    [
      'test',
      ...files,
      ...(title === undefined ? [] : ['--grep', title]),
      '--reporter=json',
      '--max-failures=1',
      '--workers=1',
    ],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PAGES: pages },
  );
  const { suites = [] } = readReport(report) as { suites?: PlaywrightSuite[] };
  const specs = [{ name: 'build', status: 'expected' }, ...suites.flatMap(specsIn)];
  return { ...ended, ...byStatus(specs, 'expected', 'unexpected') };
};

const byStatus = (
  tests: { name: string; status: string }[],
  passing: string,
  failing: string,
): Tested => ({
  passed: tests.filter(({ status }) => status === passing).map(({ name }) => name),
  failed: tests.filter(({ status }) => status === failing).map(({ name }) => name),
});

/** What refuses a file by itself, or the whole. */
const checks: Record<string, (file: string) => [command: string, args: string[]]> = {
  tsc: () => ['../typescript-7/bin/tsc', []],
  eslint: file => ['eslint', ['--max-warnings', '0', file]],
  borders: () => ['tsx', ['scripts/borders.ts']],
  oxlint: () => ['oxlint', ['--type-aware']],
  knip: () => ['knip', []],
};

/** Who catches it; '' if nobody does. @throws where what ought to catch it does not run */
const whoCatches = async (copy: string, defect: Defect, passing: Set<string>): Promise<string> => {
  const { caughtBy, file } = defect;
  const check = checks[caughtBy];
  if (check) {
    const { code, output } = await run(copy, ...check(file));
    return code === 0 ? '' : `${caughtBy}: ${lineAbout(output)}`;
  }
  const runTests = isInBrowser(defect) ? runPlaywright : runVitest;
  const { code, output, failed, passed } = await runTests(copy, [caughtBy], defect);
  const [first] = failed.filter(name => passing.has(name));
  if (first) return first;
  if (code === 0 && passed.length > 1) return '';
  throw new Error(`${caughtBy} did not run:\n${output.slice(-2_000)}`);
};

const lineAbout = (output: string) =>
  (output.split('\n').find(line => /error|unused/i.test(line)) ?? output).trim().slice(0, 160);

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/** Without a defect, everything that ought to catch one must pass. */
const passingTests = async (copy: string): Promise<Set<string>> => {
  const [tested = [], inBrowser = [], checked = []] = groups.map(group => [
    ...new Set(group.map(({ caughtBy }) => caughtBy)),
  ]);
  const passing = new Set<string>();
  const failures: string[] = [];
  const add = ({ passed, failed, code, output }: Tested & Ended) => {
    for (const name of passed) passing.add(name);
    failures.push(...failed);
    if (code !== 0 && failed.length === 0) failures.push(output.slice(-2_000));
  };
  // Files of which everything is wanted, then those of which some tests are.
  const whole = new Set(groups[0]?.filter(one => !one.title).map(one => one.caughtBy));
  const partly = tested.filter(file => !whole.has(file));
  const titles = groups[0]?.flatMap(one => (whole.has(one.caughtBy) ? [] : (one.title ?? [])));
  if (whole.size > 0) add(await runVitest(copy, [...whole]));
  for (const files of [partly.filter(file => !isDeep(file)), partly.filter(isDeep)])
    if (files.length > 0)
      add(await runVitest(copy, files, { title: [...new Set(titles)].join('|') }));
  for (const file of inBrowser) {
    const of = chosen.filter(one => one.caughtBy === file);
    const title = [...new Set(of.map(one => one.title ?? '.'))].join('|');
    for (const pages of new Set(of.map(one => one.pages ?? '')))
      add(await runPlaywright(copy, [file], { title, pages }));
  }
  for (const name of checked) {
    const check = checks[name];
    if (!check) throw new Error(`nothing is called ${name}`);
    const files = chosen.filter(one => one.caughtBy === name).map(one => one.file);
    for (const file of name === 'eslint' ? new Set(files) : files.slice(0, 1)) {
      const { code, output } = await run(copy, ...check(file));
      if (code !== 0) failures.push(`${name}: ${output.slice(-2_000)}`);
    }
  }
  if (failures.length > 0) throw new Error(`these fail without a defect:\n${failures.join('\n')}`);
  return passing;
};

interface Outcome {
  defect: Defect;
  catcher: string;
  error?: string;
}

const tryOut = async (copy: string, defect: Defect, passing: Set<string>): Promise<Outcome> => {
  const since = performance.now();
  const file = path.join(copy, defect.file);
  const sound = readFileSync(file);
  const outcome: Outcome = { defect, catcher: '' };
  try {
    writeFileSync(file, planted(defect));
    outcome.catcher = await whoCatches(copy, defect, passing);
  } catch (error) {
    if (isStopped) throw error;
    outcome.error = (error as Error).message;
  } finally {
    writeFileSync(file, sound);
  }
  const verdict = outcome.error ? 'FAILED' : outcome.catcher ? 'caught' : 'MISSED';
  const by = outcome.error ?? (outcome.catcher || `by ${defect.caughtBy}`);
  console.log(`${verdict}  ${defect.says} (${defect.file})\n        ${by}, ${seconds(since)}`);
  return outcome;
};

const chromium = await findChromium(line => console.log(line));

const main = async () => {
  const faults = chosen.flatMap(faultOf);
  if (faults.length > 0) throw new Error(`the list is out of date:\n${faults.join('\n')}`);
  if (options.list) {
    for (const { says, file, caughtBy } of chosen)
      console.log(`${says}\n    ${file} — ${caughtBy}`);
    console.log(`${chosen.length} defects`);
    return;
  }
  const since = performance.now();
  const first = await makeCopy();
  const passing = await passingTests(first);
  console.log(`everything passes without a defect, ${seconds(since)}`);

  const more = Math.min(Number(options.jobs), chosen.length) - 1;
  const others = await Promise.all(Array.from({ length: more }, makeCopy));
  const left = [...groups.flat()];
  const outcomes: Outcome[] = [];
  const work = async (copy: string) => {
    for (let next = left.shift(); next; next = left.shift())
      outcomes.push(await tryOut(copy, next, passing));
  };
  await Promise.all([first, ...others].map(work));

  const caught = outcomes.filter(({ catcher }) => catcher !== '').length;
  const failed = outcomes.filter(({ error }) => error !== undefined).length;
  const missed = outcomes.length - caught - failed;
  console.log(
    `${outcomes.length} defects: ${caught} caught, ${missed} missed, ${failed} could not be tried, ${seconds(since)}`,
  );
  if (missed + failed > 0) process.exitCode = 1;
};

const removeCopies = () => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopped = true;
    for (const child of running) child.kill();
  });

try {
  await main();
} finally {
  removeCopies();
}
