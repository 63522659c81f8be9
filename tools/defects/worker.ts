import type { Defect } from './defect.ts';

const due = 'cloudfunctions/_shared/base/due.ts';
const worker = 'cloudfunctions/_shared/base/worker.ts';
const marked = 'tests/functions/sweeps/marked.test.ts';
const workerTest = 'tests/functions/base/worker.test.ts';

/** What is done without being asked for: marks, turns, beats and sweeps. */
export const background: Defect[] = [
  {
    says: 'A picture that is ordered waits for the sweep.',
    file: 'cloudfunctions/_shared/tasks/create.ts',
    find: "  transaction.due('tasks');\n",
    replace: '',
    caughtBy: marked,
    title: 'appTask.createTask',
  },
  {
    says: 'A transaction stores no marks.',
    file: 'cloudfunctions/_shared/base/transaction.ts',
    find: "for (const row of rowsOf(marks)) await transaction.insert('due', row);",
    replace: 'rowsOf(marks);',
    caughtBy: marked,
    title: 'adminTask.retryTask',
  },
  {
    says: 'The turn of a killed worker never ends.',
    file: due,
    find: 'held: (holder, until) => ({ holder, until })',
    replace: 'held: holder => ({ holder, until: NEVER })',
    caughtBy: workerTest,
    title: 'whose worker was killed',
  },
  {
    says: 'A worker begins anew until the platform ends it.',
    file: worker,
    find: 'Date.now() < last ?',
    replace: 'Date.now() < Infinity ?',
    caughtBy: workerTest,
    title: 'is begun by no worker',
  },
  {
    says: 'A run goes on after its worker has ended.',
    file: due,
    find: 'underWay.getStore()?.end ?? Infinity',
    replace: 'Infinity',
    caughtBy: workerTest,
    title: 'has an end before',
  },
  {
    says: 'A worker that has helped another one stays.',
    file: worker,
    find: '(isHelp && again === Infinity)',
    replace: '(isHelp && again === 0)',
    caughtBy: workerTest,
    title: 'leaves nothing for the one that has helped',
  },
  {
    says: 'Runs of the engine compete for the same tasks.',
    file: 'cloudfunctions/_shared/tasks/engine.ts',
    find: 'if (runsBeside() && due',
    replace: 'if (!due.length && due',
    caughtBy: 'tests/functions/tasks/taskEndRules.test.ts',
    title: 'until others are quicker',
  },
  {
    says: 'A failing job is tried once in an hour.',
    file: worker,
    find: 'const AGAIN_MS = 60_000;',
    replace: 'const AGAIN_MS = 3_600_000;',
    caughtBy: workerTest,
    title: 'fails for an hour',
  },
  {
    says: 'A slow job holds up the others.',
    file: worker,
    find: 'await Promise.race([...ended, waiting.over]);',
    replace: 'await Promise.all([...ended, waiting.over]);',
    caughtBy: workerTest,
    title: 'that is slow',
  },
  {
    says: 'The action is not answered where the worker is slow.',
    file: due,
    find: 'if (!isUnanswered(error)) report(',
    replace: 'if (isUnanswered(error)) throw error;\n    report(',
    caughtBy: workerTest,
    title: 'neither hold up nor fail',
  },
  {
    says: 'The sweep corrects nothing.',
    file: due,
    find: 'if (own && own.time <= time) return;',
    replace: 'if (own) return;',
    caughtBy: workerTest,
    title: 'never marked',
  },
];
