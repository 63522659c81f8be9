import { cutText } from '#contract/cut.ts';
import { codes } from '#contract/envelope.ts';
import type { ActionInput, ActionOutput } from '#contract/index.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { taskActions, taskEntity } from '#contract/task.ts';
import { syncableTaskStatuses } from '#contract/taskStates.ts';
import { giveWithin, refuse } from '../_shared/admins/limits.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import {
  type AdminContext,
  defineFunction,
  onRecord,
  withLoad,
} from '../_shared/base/dispatcher.ts';
import { ActionError, conflict, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { fileIdOf } from '../_shared/base/fileUse.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { listOf } from '../_shared/base/listing.ts';
import { lockOfUser } from '../_shared/base/locks.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { inTransaction, known, type Transaction } from '../_shared/base/transaction.ts';
import { orders } from '../_shared/orders/orders.ts';
import { refundableFen } from '../_shared/orders/refundable.ts';
import { refundWithin } from '../_shared/refunds/withinLimits.ts';
import { type Ending, endTask } from '../_shared/tasks/end.ts';
import { engineSettings } from '../_shared/tasks/engineSettings.ts';
import { follow } from '../_shared/tasks/follow.ts';
import { keepResults } from '../_shared/tasks/keepResults.ts';
import type { StoredApiKey } from '../_shared/tasks/keys.ts';
import { nextTurn } from '../_shared/tasks/rank.ts';
import { photosOf, retryOnce } from '../_shared/tasks/retry.ts';
import { usablePools } from '../_shared/tasks/service.ts';
import { passReview } from '../_shared/tasks/succeed.ts';
import {
  newTaskNo,
  type PlannedNode,
  type StoredTask,
  taskQuery,
  tasks,
} from '../_shared/tasks/tasks.ts';
import { progressOf, withQueue } from '../_shared/tasks/waiting.ts';
import { searchWithUser } from '../_shared/users/userSearch.ts';
import { noticesOf } from '../_shared/wechatPay/notice.ts';
import { refundTaskCredits } from './refund.ts';
import { getTaskStats } from './stats.ts';

type RetryInput = ActionInput<'adminTask', 'retryTask'>;

/** Makes one new task of each; a repeated call answers the existing one. A free one counts as the gift of what it costs. */
const retryTask = withLoad(
  ({ id }: RetryInput) => Promise.all([tasks.require(id), usablePools()]),
  async (request, context, [seen, pools]): Promise<StoredTask> => {
    const { id, free = false, idemKey } = request;
    const by = await actorOf(context);
    const { username } = await context.admin();
    const turn = nextTurn(seen.pool, 'paid');
    turn.catch(() => undefined);
    const taskNo = newTaskNo(Date.now());
    const _id = `task_${idFromKey(idemKey, ['retry', id])}`;
    const store = async (transaction: Transaction): Promise<StoredTask> => {
      const old = await transaction.require<StoredTask>('tasks', id);
      if (idemKey && old.retriedBy === _id) {
        const first = await transaction.get<StoredTask>('tasks', _id);
        if (first) return madeBefore(first, request);
      }
      const said = { by, operator: username, reason: taskSentences.retried };
      const made = { _id, taskNo, free, turn: await turn, pools, ...intended(request) };
      return retryOnce(transaction, old, { ...made, ...said });
    };
    const make = () =>
      inTransaction(store, {
        known: [
          known('tasks', id, seen),
          known('users', seen.userId),
          known('templates', seen.templateId),
          ...photosOf(seen).map(path => known('files', fileIdOf(path))),
        ],
        locks: [lockOfUser(seen.userId)],
      });
    const isRepeated = seen.retriedBy === _id;
    const worth = { credits: free ? seen.costCredits : 0, days: 0 };
    return giveWithin(context, { each: worth, isRepeated }, make, refuse);
  },
);

const MOST_LENGTH = 2_000;
const HIDDEN = '***';
const secretName = /key|token|secret|password|authorization|cookie/i;

/** Without what grants access: keys, tokens and the signatures of addresses. */
const harmless = (text: string): string =>
  cutText(
    text
      .replace(/(https?:\/\/)[^\s/@]+@/gi, '$1')
      .replace(/(https?:\/\/[^\s?#]+)[?#]\S*/gi, `$1?${HIDDEN}`)
      .replace(/\b(bearer|basic)\s+\S+/gi, `$1 ${HIDDEN}`)
      .replace(/((?:key|token|secret|password)["']?\s*[:=]\s*["']?)[^\s"',;}]+/gi, `$1${HIDDEN}`)
      .replace(/\b(?:sk-)?[A-Za-z0-9_-]{32,}\b/g, HIDDEN),
    MOST_LENGTH,
  );

const valueOf = ({ fieldName, fieldValue, filePath }: PlannedNode): string => {
  if (secretName.test(fieldName)) return HIDDEN;
  return filePath ?? harmless(String(fieldValue));
};

/** What support needs to find out why a task went as it did. */
const diagnosisOf = async (
  task: StoredTask,
): Promise<ActionOutput<'adminTask', 'getDiagnosis'>> => {
  const { plan, nodeInfoList = [], orderId } = task;
  const notices = orderId ? await noticesOf([orderId]) : [];
  return {
    errorRaw: harmless(task.errorRaw ?? ''),
    workflow: plan.webappId || plan.workflowId,
    pool: task.pool,
    sentTime: task.sentTime || null,
    polls: task.polls,
    silent: task.silent,
    reportTime: task.reportTime ?? null,
    sent: (nodeInfoList ?? []).map(node => ({
      nodeId: node.nodeId,
      fieldName: node.fieldName,
      value: valueOf(node),
    })),
    notices: notices.map(({ source, eventType, createTime }) => ({
      source,
      eventType,
      time: createTime,
    })),
  };
};

const itsKey = { key: { from: 'apiKeys', localField: 'apiKeyId', foreignField: '_id' } } as const;

/**
 * Asks the provider about a task now, and acts on the answer as the engine does. Concurrent calls have effect once: each
 * step needs the lease.
 * @throws 40902 for a task the provider does not have, 50201 when it does not answer
 */
const syncTask = withLoad(
  ({ id }: { id: string }) =>
    Promise.all([tasks.getWith<{ key: StoredApiKey }>(id, itsKey), engineSettings()]),
  async (_data, context, [loaded, settings]): Promise<StoredTask> => {
    if (!loaded) throw notFound();
    const { record: task, joined } = loaded;
    const [key] = joined.key;
    if (!syncableTaskStatuses.includes(task.status) || !task.rhTaskId)
      throw stateNotAllowed(taskSentences.notRunning);
    const by = await actorOf(context);
    const isRunning = task.status === 'running';
    if (isRunning && !key) throw stateNotAllowed(taskSentences.keyGone);
    const followed = isRunning ? await follow(task, settings.system.task.pollMs, by, key) : null;
    const found = followed ?? (isRunning ? await tasks.require(task._id) : task);
    if (found.silent > task.silent) throw new ActionError(codes.thirdParty);
    if (found.status !== 'saving') return found;
    return (await keepResults(found, settings, by, followed !== null)) ?? tasks.require(task._id);
  },
);

/** Without a result, the money of a task that was bought singly goes back: that takes the right to refund, with its limits. */
const endBought = async (
  task: StoredTask,
  ending: Ending,
  context: AdminContext,
): Promise<StoredTask> => {
  const by = await actorOf(context);
  const end = () => endTask(task, ending, by);
  const order = task.orderId ? await orders.get(task.orderId) : null;
  if (order?.fulfil.status !== 'done') return end();
  return refundWithin(context, { order, amountFen: refundableFen(order) }, end, refuse);
};

const list = listOf<StoredTask>({ ...taskEntity, finds: searchWithUser });

export const main = defineFunction('adminTask', taskActions, {
  getTasks: ({ filter, ...request }) => list({ ...request, filter: taskQuery(filter) }),

  getTaskById: async ({ id }) => {
    const task = await tasks.require(id);
    return { ...(await withQueue(task)), progress: progressOf(task) };
  },

  getDiagnosis: async ({ id }) => diagnosisOf(await tasks.require(id)),

  syncTask,

  cancelTask: onRecord(tasks, async ({ reason, userNote, rev }, context, before) => {
    if (rev !== undefined && before.rev !== rev) throw conflict(before);
    const ending = { status: 'cancelled', errorCode: 'CANCELLED', reason, userNote } as const;
    return endBought(before, ending, context);
  }),

  passTask: onRecord(tasks, async ({ reason }, context, seen) =>
    passReview(seen, await actorOf(context), reason ?? ''),
  ),

  rejectTask: onRecord(tasks, async ({ reason, userNote }, context, seen) => {
    if (!seen.inReview) throw stateNotAllowed(taskSentences.notInReview);
    const ending = { status: 'failed', errorCode: 'RESULT_REJECTED', reason, userNote } as const;
    return endBought(seen, ending, context);
  }),

  resolveCharge: onRecord(tasks, async ({ note }, context, before) => {
    if (!before.maybeCharged) throw stateNotAllowed(taskSentences.notDoubtful);
    const written = await changeRecord(
      tasks,
      before,
      { maybeCharged: true },
      { maybeCharged: false },
      {
        by: await actorOf(context),
        resource: 'task',
        reason: note,
        before: { maybeCharged: true },
        after: { maybeCharged: false },
      },
    );
    return written ?? tasks.require(before._id);
  }),

  retryTask,

  refundTaskCredits: onRecord(tasks, refundTaskCredits),

  getTaskStats,
});
