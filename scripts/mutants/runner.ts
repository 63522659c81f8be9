import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import {
  type EvaluatedModules,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type SerializedConfig,
  TestRunner,
  vi,
} from 'vitest';
import { type Coverage, type How, readJob, type Result, type TestName, type Todo } from './job.ts';
import { createSwitch } from './switch.ts';

const job = readJob();
globalThis.mutantSwitch = createSwitch(job.files.length);
const changes = globalThis.mutantSwitch;
if (job.isFresh) changes.active = job.todo[0]?.number ?? 0;

// Tests replace both.
const now = performance.now.bind(performance);
const { setTimeout: later, clearTimeout: forget } = globalThis;

/** Vitest's own: it offers running files as the command line does, not from within. */
type Start = (files: string[], runner: TestRunner) => Promise<RunnerTestFile[]>;
const vitest = createRequire(createRequire(import.meta.url).resolve('vitest'));
const { startTests } = (await import(pathToFileURL(vitest.resolve('@vitest/runner')).href)) as {
  startTests: Start;
};

/** What Vitest gives to its runners, and keeps to itself. */
interface Internals {
  workerState: { filepath?: string; evaluatedModules: EvaluatedModules };
  moduleRunner: unknown;
  _otel: unknown;
  __setTraces(traces: unknown): void;
}
const internals = (runner: TestRunner) => runner as unknown as Internals;

/** How much longer than usual a test may take. */
const PATIENCE = 20;
const LEAST_MS = 5_000;
/** How much more often than in any test a place is reached, before it counts as endless. */
const ENDLESS = 50;
const ENDLESS_AT_LEAST = 500;

const tell = (result: Result) => appendFileSync(job.resultsFile, `${JSON.stringify(result)}\n`);

const nameOf = (task: RunnerTask): string =>
  task.suite ? `${nameOf(task.suite)} > ${task.name}` : task.name;

const failedIn = (task: RunnerTask): RunnerTask | undefined => {
  if (task.type === 'test') return task.result?.state === 'fail' ? task : undefined;
  const inner = task.tasks.map(failedIn).find(Boolean);
  return inner ?? (task.result?.errors?.length ? task : undefined);
};

interface Ran {
  failed: TestName | null;
  message: string;
  isSlow: boolean;
}

/** Runs files again and again, in a process in which what they import is loaded once. */
class Inner extends TestRunner {
  /** What they usually take, by name; all tests without it. */
  chosen: Map<string, number> | undefined;
  isOver = false;
  isSlow = false;
  limitOf: (test: string) => number = () => Infinity;
  before: (test: string) => void = () => undefined;
  after: (test: string, ms: number) => void = () => undefined;
  #since = 0;

  onCollected(files: RunnerTestFile[]) {
    const { chosen } = this;
    if (!chosen) return;
    /** Those that are not chosen are skipped, the others run from the quickest to the slowest. */
    const choose = (task: RunnerTask): number => {
      const ms =
        task.type === 'test'
          ? (chosen.get(nameOf(task)) ?? Infinity)
          : Math.min(...inOrder(task.tasks));
      if (ms === Infinity) task.mode = 'skip';
      return ms;
    };
    const inOrder = (tasks: RunnerTask[]): number[] => {
      const times = new Map(tasks.map(task => [task, choose(task)]));
      tasks.sort((a, b) => (times.get(a) === times.get(b) ? 0 : times.get(a)! - times.get(b)!));
      return [...times.values()];
    };
    files.forEach(choose);
  }

  override async onBeforeRunTask(test: RunnerTestCase) {
    // The first failure is enough.
    if (this.isOver) test.mode = 'skip';
    await super.onBeforeRunTask(test);
    if (test.mode === 'skip') return;
    this.before(nameOf(test));
    this.#since = now();
  }

  async runTask(test: RunnerTestCase) {
    const limit = this.limitOf(nameOf(test));
    const work = Promise.resolve(TestRunner.getTestFn(test)());
    if (limit === Infinity) return void (await work);
    let timer: ReturnType<typeof later> | undefined;
    const slow = new Promise<never>((_, reject) => {
      timer = later(() => {
        this.isSlow = true;
        reject(new Error('takes too long'));
      }, limit);
    });
    await Promise.race([work, slow]).finally(() => forget(timer));
  }

  override onAfterRunTask(test: RunnerTestCase) {
    super.onAfterRunTask(test);
    this.after(nameOf(test), now() - this.#since);
    if (test.result?.state === 'fail') this.isOver = true;
  }

  async runFile(file: string, chosen?: Coverage['tests']): Promise<Ran> {
    this.chosen = chosen && new Map(chosen.map(({ test, ms }) => [test, ms]));
    this.isOver = this.isSlow = false;
    const { workerState } = internals(this);
    const { evaluatedModules } = workerState;
    workerState.filepath = file;
    for (const one of evaluatedModules.fileToModulesMap.get(file) ?? [])
      evaluatedModules.invalidateModule(one);
    const [ran] = await startTests([file], this);
    // As between two files of a usual run.
    vi.resetConfig();
    vi.restoreAllMocks();
    const failed = ran && failedIn(ran);
    return {
      failed: failed ? { file, test: nameOf(failed) } : null,
      message: failed?.result?.errors?.[0]?.message ?? '',
      isSlow: this.isSlow,
    };
  }
}

const cover = async (runner: Inner): Promise<Coverage> => {
  const coverage: Coverage = { tests: [], reaching: {}, most: {} };
  const add = (places: number[]) => {
    changes.reached.forEach((times, number) => {
      if (times === 0) return;
      const known = (coverage.reaching[number] ??= []);
      for (const place of places) if (!known.includes(place)) known.push(place);
      coverage.most[number] = Math.max(coverage.most[number] ?? 0, times);
    });
    changes.reached.fill(0);
  };
  for (const file of job.testFiles) {
    const since = now();
    const first = coverage.tests.length;
    const around = new Uint32Array(changes.reached.length);
    runner.before = () => {
      // What is done for several tests counts for all tests of the file.
      changes.reached.forEach((times, number) => (around[number]! += times));
      changes.reached.fill(0);
    };
    runner.after = (test, ms) => {
      coverage.tests.push({ file, test, ms });
      add([coverage.tests.length - 1]);
    };
    changes.reached.fill(0);
    let ran = await runner.runFile(file);
    if (ran.failed) {
      // Once more: on a busy machine one may fail by chance.
      coverage.tests.length = first;
      for (const places of Object.values(coverage.reaching))
        places.splice(0, Infinity, ...places.filter(place => place < first));
      ran = await runner.runFile(file);
    }
    changes.reached.forEach((times, number) => (changes.reached[number] = times + around[number]!));
    add(coverage.tests.slice(first).map((_, at) => first + at));
    if (ran.failed) tell({ kind: 'failing', by: ran.failed, message: ran.message });
    tell({ kind: 'covering', file, tests: coverage.tests.length - first, ms: now() - since });
  }
  runner.before = () => undefined;
  runner.after = () => undefined;
  writeFileSync(job.coverageFile, JSON.stringify(coverage));
  return coverage;
};

/** A test that has failed with a change fails without it as well, or still. */
class Unsteady extends Error {}

const tryAll = async (runner: Inner, coverage: Coverage) => {
  const all = coverage.tests.map((_, place) => place);
  const byFile = new Map<string, Set<number>>();
  job.files.forEach((file, at) => {
    const its = byFile.get(file) ?? new Set();
    for (const place of coverage.reaching[at + 1] ?? []) its.add(place);
    byFile.set(file, its);
  });
  /** What a constant is used by is not known, so whatever reaches its file, or everything. */
  const placesOf = ({ number, file, isStatic, isExported }: Todo): number[] => {
    // Those that are evaluated only while files are loaded are tried again in a fresh process.
    if (!isStatic && !job.isFresh) return coverage.reaching[number] ?? [];
    const its = [...(byFile.get(file) ?? [])];
    return isExported || its.length === 0 ? all : its;
  };
  const usual = new Map(coverage.tests.map(one => [`${one.file} ${one.test}`, one.ms]));
  const limitOf = (file: string) => (test: string) =>
    LEAST_MS + PATIENCE * (usual.get(`${file} ${test}`) ?? LEAST_MS);
  /** How often tests of a file have noticed a change of a source file. */
  const noticed = new Map<string, number>();

  const groupsOf = (todo: Todo) => {
    const tests = placesOf(todo)
      .map(place => coverage.tests[place]!)
      .sort((a, b) => a.ms - b.ms);
    let left = job.budgetMs ?? Infinity;
    const affordable = tests.filter(({ ms }) => (left -= ms) >= 0);
    const groups = new Map<string, typeof tests>();
    for (const one of affordable) groups.set(one.file, [...(groups.get(one.file) ?? []), one]);
    const order = ([file, its]: [string, typeof tests]) =>
      its.reduce((sum, { ms }) => sum + ms, 20) /
      (1 + 5 * (noticed.get(`${todo.file} ${file}`) ?? 0));
    return [...groups].sort((a, b) => order(a) - order(b));
  };

  const tryOne = async (todo: Todo): Promise<{ how: How; by: TestName | null }> => {
    const limit = ENDLESS_AT_LEAST + ENDLESS * (coverage.most[todo.number] ?? 0);
    const groups = groupsOf(todo);
    if (groups.length === 0) return { how: 'unreached', by: null };
    let isReached = todo.isStatic;
    for (const [file, tests] of groups) {
      runner.limitOf = limitOf(file);
      if (!job.isFresh) changes.activate(todo.number, limit);
      const { failed, isSlow } = await runner.runFile(file, tests);
      isReached ||= (changes.reached[todo.number] ?? 0) > 0;
      const { isEndless } = changes;
      if (isSlow || isEndless) return { how: 'endless', by: failed };
      if (!failed) continue;
      noticed.set(`${todo.file} ${file}`, (noticed.get(`${todo.file} ${file}`) ?? 0) + 1);
      if (job.isFresh) return { how: 'failing', by: failed };
      // The same without the change must pass, or something else has made it fail.
      changes.activate(0, Infinity);
      const alone = tests.filter(({ test }) => test === failed.test);
      const sound = await runner.runFile(file, alone.length > 0 ? alone : tests);
      if (sound.failed) throw new Unsteady();
      return { how: 'failing', by: failed };
    }
    return { how: isReached ? 'survived' : 'not evaluated', by: null };
  };

  for (const todo of job.todo) {
    const { number } = todo;
    tell({ kind: 'trying', number });
    const since = now();
    try {
      const outcome = await tryOne(todo);
      tell({ kind: 'tried', number, ...outcome, ms: now() - since });
      if (outcome.how === 'endless' && !changes.isEndless) return tell({ kind: 'stuck' });
    } catch (error) {
      if (!(error instanceof Unsteady)) throw error;
      return tell({ kind: 'unsteady', number });
    } finally {
      if (!job.isFresh) changes.activate(0, Infinity);
    }
  }
  tell({ kind: 'done' });
};

/** Vitest's own run is over with its first file; then begins ours, in the same process. */
export default class Outer extends TestRunner {
  readonly #config: SerializedConfig;

  constructor(config: SerializedConfig) {
    super(config);
    this.#config = config;
  }

  override async onAfterRunFiles() {
    super.onAfterRunFiles();
    const runner = new Inner(this.#config);
    const { moduleRunner, _otel: traces } = internals(this);
    Object.defineProperty(runner, 'moduleRunner', { value: moduleRunner });
    internals(runner).__setTraces(traces);
    const isCovered = existsSync(job.coverageFile);
    const coverage = isCovered
      ? (JSON.parse(readFileSync(job.coverageFile, 'utf8')) as Coverage)
      : await cover(runner);
    // Whatever files share is made without a change.
    const quickest = coverage.tests.toSorted((a, b) => a.ms - b.ms)[0];
    if (isCovered && quickest && !job.isFresh) await runner.runFile(quickest.file, [quickest]);
    await tryAll(runner, coverage);
  }
}
