/**
 * `npm run mutants -- [folders or files]`: makes each change of the kinds in `mutants/rules.ts` by itself, and runs the
 * related tests, then stories of the simulation, until one notices it. Names the changes that survive, with their share;
 * ends with 1 above 5 %. Without folders, those of the domains of `cloudfunctions/_shared`.
 *
 * `--shard 1/4` takes a part, `--since <commit>` only changed lines, `--only <pattern>` changes that are printed so,
 * `--again` forgets earlier results, `--list` only names the changes, `--json <file>` writes the outcome.
 *
 * All changes are compiled into the files, each behind a switch, and one process runs tests with one switch on after the
 * other; of the tests those that reach the place.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { unnoticeable } from '../tests/mutants/unnoticeable.ts';
import { replacing } from '../tests/replacing.ts';
import { root } from './built.js';
import { readEnumerations, siblings } from './mutants/enumerations.ts';
import type { Job, Result, TestName } from './mutants/job.ts';
import { knownOf, type Verdict } from './mutants/known.ts';
import { type LeftOut, type Mutant, textOf } from './mutants/mutant.ts';
import { mutate } from './mutants/mutate.ts';
import { runJob, SILENCE_MS } from './mutants/process.ts';
import { relatedTests } from './relatedTests.ts';
import { makeTemporary } from './temporary.ts';

const MOST_SHARE = 0.05;
/** Of the simulation, for one change. */
const SIMULATION_MS = 5_000;

const domains = ['orders', 'codes', 'counting', 'refunds', 'tasks', 'messages', 'users'].map(
  name => `cloudfunctions/_shared/${name}`,
);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shard: { type: 'string', default: '1/1' },
    since: { type: 'string' },
    only: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const filesIn = (given: string): string[] => {
  const place = path.relative(root, path.resolve(given));
  if (!statSync(path.join(root, place)).isDirectory()) return [place];
  return readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.ts$/.test(name))
    .map(name => path.join(place, name))
    .sort();
};

/** Of a file, the lines that differ from a commit. */
const changedLines = (since: string, file: string): Set<number> => {
  const { stdout, status, stderr } = spawnSync('git', ['diff', '-U0', since, '--', file], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const lines = [...stdout.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(
    ([, first, count = '1']) =>
      Array.from({ length: Number(count) }, (_, at) => Number(first) + at),
  );
  return new Set(lines);
};

interface Changed {
  mutants: Mutant[];
  code: Record<string, string>;
  leftOut: Map<LeftOut, number>;
}

/** A change's number is its place in `mutants`, from 1. */
const changesIn = (files: string[]): Changed => {
  const all: Changed = { mutants: [], code: {}, leftOut: new Map() };
  const enumerations = readEnumerations();
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const first = all.mutants.length + 1;
    const { mutants, code, leftOut } = mutate(file, text, siblings(enumerations, text), first);
    all.mutants.push(...mutants);
    if (mutants.length > 0) all.code[path.join(root, file)] = code;
    for (const [reason, count] of Object.entries(leftOut) as [LeftOut, number][])
      all.leftOut.set(reason, (all.leftOut.get(reason) ?? 0) + count);
  }
  return all;
};

const place = ({ file, line: at, within }: Mutant) => `${file}:${at}${within && ` (${within})`}`;

/** @throws where an entry is about a change that is no longer made */
const unnoticeableOf = (files: string[], mutants: Mutant[]): Map<Mutant, string> => {
  const reasons = new Map<Mutant, string>();
  for (const { file, within, change, why } of unnoticeable) {
    if (!files.includes(file)) continue;
    const its = mutants.filter(
      one => one.file === file && one.within === within && textOf(one) === change,
    );
    if (its.length === 0)
      throw new Error(`tests/mutants/unnoticeable.ts: ${file} (${within}) has no ${change}`);
    for (const mutant of its) reasons.set(mutant, why);
  }
  return reasons;
};

/** What runs in one process, because it shares what it has loaded. */
interface Group {
  name: string;
  testFiles: string[];
  budgetMs: number | null;
}

const groupsOf = async (files: string[]): Promise<Group[]> => {
  const { tests } = await relatedTests(new Set(files));
  const usable = tests.filter(
    name =>
      name.endsWith('.test.ts') && !name.endsWith('.deep.test.ts') && !replacing.includes(name),
  );
  const isIn = (folder: string) => (name: string) => name.startsWith(`tests/${folder}/`);
  const groups: Group[] = [
    { name: 'functions', testFiles: usable.filter(isIn('functions')), budgetMs: null },
    {
      name: 'others',
      testFiles: usable.filter(name => !isIn('functions')(name) && !isIn('simulation')(name)),
      budgetMs: null,
    },
    {
      name: 'simulation',
      testFiles: [
        'tests/simulation/stories.test.ts',
        'tests/simulation/tasks.test.ts',
        'scripts/mutants/seeds.ts',
      ],
      budgetMs: SIMULATION_MS,
    },
  ];
  return groups.filter(({ testFiles }) => testFiles.length > 0);
};

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const relative = ({ file, test }: TestName): TestName => ({
  file: path.relative(root, file),
  test,
});

const isStarted = performance.now();
let reportedAt = 0;
const tell = (text: string, isUrgent = true) => {
  if (!isUrgent && performance.now() - reportedAt < 10_000) return;
  reportedAt = performance.now();
  console.log(`${seconds(performance.now() - isStarted).padStart(9)}  ${text}`);
};

/**
 * Tries changes with the tests of a group.
 * @param report called with what is certain: a change that was noticed, or one that all tests have let pass
 */
const tryGroup = async (
  group: Group,
  { mutants, code }: Changed,
  todo: number[],
  folder: string,
  report: (number: number, verdict: Verdict) => void,
) => {
  const coverageFile = path.join(folder, `${group.name}.json`);
  const unsteady = new Set<number>();
  const failing: string[] = [];
  let left = todo;
  /** Of those that were switched on too late: constants, what runs while files are loaded, what leaves something behind. */
  const fresh: number[] = [];

  const job = (numbers: number[], isFresh: boolean): Job => ({
    files: mutants.map(({ file }) => file),
    code,
    todo: numbers.map(number => {
      const { file, isStatic, isExported } = mutants[number - 1]!;
      return { number, file, isStatic, isExported };
    }),
    testFiles: group.testFiles.map(file => path.join(root, file)),
    coverageFile,
    resultsFile: path.join(folder, 'results.jsonl'),
    budgetMs: group.budgetMs,
    isFresh,
  });

  /** The one that is being tried. */
  let current: number | undefined;
  const end = (number: number, verdict: Verdict) => {
    left = left.filter(one => one !== number);
    report(number, verdict);
  };
  const take =
    (isFresh: boolean) =>
    (result: Result): 'go on' | 'stop' => {
      if (result.kind === 'covering')
        tell(`${path.relative(root, result.file)}: ${result.tests} tests`, false);
      if (result.kind === 'failing')
        failing.push(
          `${path.relative(root, result.by.file)}: ${result.by.test}: ${result.message}`,
        );
      if (result.kind === 'trying') {
        if (failing.length > 0) return 'stop';
        current = result.number;
      }
      if (result.kind === 'stuck') return 'stop';
      if (result.kind === 'unsteady') {
        // What the changes before have left behind is gone in the next process; what this one leaves is not.
        if (unsteady.has(result.number)) {
          fresh.push(result.number);
          left = left.filter(one => one !== result.number);
        }
        unsteady.add(result.number);
        return 'stop';
      }
      if (result.kind === 'tried') {
        const { number, how, by, ms } = result;
        if (how === 'failing' || how === 'endless')
          end(number, {
            outcome: 'noticed',
            by: by ? relative(by) : undefined,
            isEndless: how === 'endless',
            ms,
          });
        else if (how === 'unreached') {
          end(number, { outcome: 'unreached', ms });
        } else if (!isFresh && (how === 'not evaluated' || mutants[number - 1]!.isStatic)) {
          fresh.push(number);
          left = left.filter(one => one !== number);
        } else end(number, { outcome: 'survived', ms });
        tell(`${group.name}: ${left.length} left`, false);
      }
      return 'go on';
    };

  while (left.length > 0) {
    current = undefined;
    const ending = await runJob(job(left, false), folder, take(false));
    if (failing.length > 0) throw new Error(`these fail without a change:\n${failing.join('\n')}`);
    if (ending === 'silent') {
      if (current === undefined) throw new Error('the tests do not end without a change');
      end(current, { outcome: 'noticed', isEndless: true, ms: SILENCE_MS });
    }
    if (ending === 'done') break;
  }
  for (const number of fresh) {
    left = [number];
    const ending = await runJob(job([number], true), folder, take(true)).catch(() => 'broken');
    // What cannot even be loaded is noticed by everything.
    if (left.length > 0) end(number, { outcome: 'noticed', isEndless: ending === 'silent', ms: 0 });
  }
};

const main = async () => {
  const files = (positionals.length > 0 ? positionals : domains).flatMap(filesIn);
  const changed = changesIn(files);
  const { mutants, leftOut } = changed;
  const reasons = unnoticeableOf(files, mutants);
  const lines = new Map(
    options.since ? files.map(file => [file, changedLines(options.since!, file)]) : [],
  );
  const pattern = new RegExp(options.only);
  const [part = 1, parts = 1] = options.shard.split('/').map(Number);
  const chosen = mutants
    .map((mutant, at) => ({ mutant, number: at + 1 }))
    .filter(({ mutant }) => !options.since || lines.get(mutant.file)?.has(mutant.line))
    .filter(({ mutant }) => pattern.test(`${place(mutant)} ${textOf(mutant)}`))
    .filter(({ mutant }) => !reasons.has(mutant))
    .filter(({ number }) => number % parts === part % parts);

  if (options.list) {
    for (const { mutant } of chosen) console.log(`${place(mutant)}  ${textOf(mutant)}`);
    console.log(`${chosen.length} changes`);
    return;
  }

  const groups = await groupsOf(files);
  const allTests = groups.flatMap(({ testFiles }) => testFiles);
  const known = new Map(files.map(file => [file, knownOf(file, allTests)]));
  const verdicts = new Map<number, Verdict>();
  for (const { mutant, number } of chosen) {
    const verdict = options.again ? undefined : known.get(mutant.file)?.find(mutant);
    if (verdict) verdicts.set(number, verdict);
  }
  const earlier = verdicts.size;
  tell(`${chosen.length} changes in ${files.length} files, ${earlier} of them tried before`);

  const folder = makeTemporary();
  let todo = chosen.map(({ number }) => number).filter(number => !verdicts.has(number));
  const survivors = new Map<number, Verdict>();
  for (const group of groups) {
    if (todo.length === 0) break;
    tell(`${group.name}: ${todo.length} changes, ${group.testFiles.length} test files`);
    await tryGroup(group, changed, todo, folder, (number, verdict) => {
      const mutant = mutants[number - 1]!;
      if (verdict.outcome === 'noticed') {
        verdicts.set(number, verdict);
        survivors.delete(number);
        known.get(mutant.file)?.keep(mutant, verdict);
      } else if (survivors.get(number)?.outcome !== 'survived') survivors.set(number, verdict);
    });
    todo = todo.filter(number => survivors.has(number));
    tell(`${group.name}: ${todo.length} have passed`);
  }
  for (const [number, verdict] of survivors) {
    verdicts.set(number, verdict);
    const mutant = mutants[number - 1]!;
    known.get(mutant.file)?.keep(mutant, verdict);
  }

  const outcomes = chosen.map(({ mutant, number }) => ({ mutant, ...verdicts.get(number)! }));
  const survived = outcomes.filter(({ outcome }) => outcome !== 'noticed');
  for (const { mutant, outcome } of survived)
    console.log(
      `${place(mutant)}\n    ${textOf(mutant)}${outcome === 'unreached' ? ' (no test reaches it)' : ''}`,
    );
  for (const file of files) {
    const its = outcomes.filter(({ mutant }) => mutant.file === file);
    const bad = its.filter(({ outcome }) => outcome !== 'noticed').length;
    if (its.length > 0) console.log(`${String(bad).padStart(5)} of ${its.length}  ${file}`);
  }
  const endless = outcomes.filter(({ isEndless }) => isEndless).length;
  const share = outcomes.length === 0 ? 0 : survived.length / outcomes.length;
  const excluded = [...leftOut].map(([reason, count]) => `${count} ${reason}`);
  console.log(
    [
      `left out: ${excluded.join(', ')}; ${reasons.size} that cannot be noticed`,
      `${endless} of those noticed do not end; ${seconds(performance.now() - isStarted)}`,
      `survived ${survived.length} of ${outcomes.length}: ${(share * 100).toFixed(1)} %`,
    ].join('\n'),
  );
  if (options.json) {
    mkdirSync(path.dirname(path.resolve(options.json)), { recursive: true });
    const report = {
      changes: outcomes.length,
      survived: survived.length,
      share,
      endless,
      unnoticeable: reasons.size,
      leftOut: Object.fromEntries(leftOut),
      outcomes: outcomes.map(({ mutant, ...verdict }) => ({ ...mutant, ...verdict })),
    };
    writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  if (share > MOST_SHARE) process.exitCode = 1;
};

await main();
