import path from 'node:path';
import { taskSentences } from '#contract/sentences/tasks.ts';
import type { TaskErrorCode } from '#contract/task.ts';
import type { Actor } from '../base/actor.ts';
import { environment } from '../base/environment.ts';
import { readFile } from '../base/storage.ts';
import { type Accepted, createTask, runAiApp, upload } from '../runningHub/client.ts';
import { type Access, type NodeInfo, RunningHubError } from '../runningHub/protocol.ts';
import { fail } from './end.ts';
import { noteAnswer, noteFailure } from './keyHealth.ts';
import { accessOf, apiKeys, type StoredApiKey } from './keys.ts';
import { claim, write } from './lease.ts';
import { nextQuestionIn } from './rhythm.ts';
import { moved, type StoredTask, taskGrams, tasks, withoutSlot } from './tasks.ts';
import { countRefusedWorkflow } from './templateHealth.ts';
import { webhookOf } from './webhook.ts';

/**
 * Back to its place in the queue, where the next free key finds it.
 * @param isPatient what passes by itself: only the time that it may wait ends it, not how often it was tried
 */
const requeue = async (
  task: StoredTask,
  why: string,
  by: Actor,
  isPatient = false,
): Promise<void> => {
  const now = Date.now();
  const attempts = task.attempts + (isPatient ? 0 : 1);
  if (!isPatient && attempts >= environment.TASK_ATTEMPTS)
    return void (await fail(task, 'QUEUE_FULL', by, { reason: why }));
  const deadline = (task.queueTime ?? now) + task.plan.queueSec * 1_000;
  await write(task, {
    status: 'queued',
    ...withoutSlot(task._id),
    apiKeyId: '',
    uploads: {},
    sentTime: 0,
    attempts,
    deadline,
    nextPollTime: deadline,
    history: moved(task, 'queued', now, by.name, why),
  });
};

/** The provider's number for a file of more than 30 MB. */
const TOO_LARGE = 809;

/** What no task is to blame for, and no key for long. */
const passing: RunningHubError['failure'][] = ['busy', 'outage', 'unknown'];

const fatal: Partial<Record<RunningHubError['failure'], TaskErrorCode>> = {
  template: 'TEMPLATE_BROKEN',
  rejected: 'CONTENT_REJECTED',
  person: 'REAL_PERSON',
  file: 'PHOTO_REFUSED',
};

/** A definite refusal: nothing was made, and another key may take it, unless the task itself is refused. */
const refused = async (
  task: StoredTask,
  key: StoredApiKey,
  error: RunningHubError,
  by: Actor,
): Promise<void> => {
  const { failure, code } = error;
  const { keyBusy, keyRefused, keyEmpty, keySilent, keyTroubled } = taskSentences;
  const backInQueue = {
    busy: keyBusy,
    key: keyRefused,
    money: keyEmpty,
    unreachable: keySilent,
    outage: keyTroubled(code),
    unknown: keyTroubled(code),
  } as const;
  await noteFailure(key, error, by);
  if (failure in backInQueue) {
    const why = backInQueue[failure as keyof typeof backInQueue](key.name);
    return requeue(task, why, by, passing.includes(failure));
  }
  const isTooLarge = code === TOO_LARGE;
  const errorCode = isTooLarge ? 'FILE_TOO_LARGE' : (fatal[failure] ?? 'GENERATION_FAILED');
  await fail(task, errorCode, by, { errorRaw: `${failure} ${code}`, isOverThere: true });
  if (failure === 'template' && !task.isTrial) await countRefusedWorkflow(task.templateId, by);
};

const typeOf = (filePath: string) => {
  const extension = path.extname(filePath).slice(1);
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
};

/** @returns the photo's name at the provider; null for one that is gone */
const uploaded = async (filePath: string, access: Access): Promise<string | null> => {
  const content = await readFile(filePath);
  if (!content) return null;
  const name = path.basename(filePath);
  return upload(access, { name, type: typeOf(filePath), content });
};

const missingPhotos = ({ nodeInfoList, uploads }: StoredTask) =>
  [...new Set(nodeInfoList.flatMap(({ filePath }) => filePath ?? []))].filter(
    filePath => !Object.hasOwn(uploads, filePath),
  );

const send = (task: StoredTask, access: Access): Promise<Accepted> => {
  const { plan, uploads, taskNo, templateSnap } = task;
  const nodeInfoList = task.nodeInfoList.map(({ filePath, ...node }): NodeInfo =>
    filePath ? { ...node, fieldValue: uploads[filePath]! } : node,
  );
  const webhookUrl = webhookOf(taskNo);
  const common = {
    nodeInfoList,
    ...(webhookUrl && { webhookUrl }),
    ...(plan.largeMemory && { instanceType: 'plus' as const }),
  };
  return templateSnap.engine === 'ai_app'
    ? runAiApp(access, { webappId: plan.webappId, ...common })
    : createTask(access, { workflowId: plan.workflowId, ...common });
};

/** What the provider may have carried out although it did not say so. */
const isUncertain = ({ failure }: RunningHubError) =>
  ['unreachable', 'failed', 'queued', 'running'].includes(failure);

/**
 * Sent, and nothing heard: the provider knows no number of ours, so it is never sent again. Its report names the task;
 * without one it ends when its time is over.
 */
const wait = async (task: StoredTask, by: Actor): Promise<void> => {
  const now = Date.now();
  const deadline = task.deadline!;
  if (now < deadline) {
    await write(task, {
      nextPollTime: deadline,
      history: moved(task, task.status, now, by.name, taskSentences.answerLost),
    });
    return;
  }
  await fail(task, 'ANSWER_LOST', by, { maybeCharged: true });
};

/** Uploads the photos and creates the task at the provider, once. */
export const submit = async (found: StoredTask, quickMs: number, by: Actor): Promise<void> => {
  const claimed = await claim(found);
  if (!claimed) return;
  if (claimed.sentTime > 0) return wait(claimed, by);
  const key = await apiKeys.get(claimed.slotKey);
  if (key?.status !== 'active') return requeue(claimed, taskSentences.keyOff, by);
  let task: StoredTask = claimed;
  let access: Access;
  try {
    access = accessOf(key);
    for (const filePath of missingPhotos(claimed)) {
      const name = await uploaded(filePath, access);
      if (name === null)
        return void (await fail(task, 'NOT_FOUND', by, { reason: taskSentences.photoGone }));
      const renewed = await claim(task, { uploads: { ...task.uploads, [filePath]: name } });
      if (!renewed) return;
      task = renewed;
    }
  } catch (error) {
    if (!(error instanceof RunningHubError)) throw error;
    return refused(task, key, error, by);
  }
  const now = Date.now();
  // Before it leaves: a worker that finds the task later knows that it may have arrived.
  const sending = await claim(task, {
    sentTime: now,
    submitTime: now,
    deadline: now + task.plan.timeoutSec * 1_000,
  });
  if (!sending) return;
  task = sending;
  let accepted: Accepted;
  try {
    accepted = await send(task, access);
  } catch (error) {
    if (!(error instanceof RunningHubError)) throw error;
    if (!isUncertain(error)) return refused(task, key, error, by);
    await noteFailure(key, error, by);
    return wait(task, by);
  }
  await noteAnswer(key);
  await begun(task, accepted, quickMs, by, taskSentences.submitted);
};

/**
 * The provider's number is known, from its answer or its report. A task that has ended meanwhile keeps it, so that the
 * provider is asked to stop.
 */
export const begun = async (
  task: StoredTask,
  { taskId: rhTaskId, nodeErrors }: Accepted,
  quickMs: number,
  by: Actor,
  sentence: string,
): Promise<void> => {
  const now = Date.now();
  const isUnknown = { rhTaskId: '', slotKey: task.slotKey };
  const known = { rhTaskId, grams: taskGrams(task.taskNo, rhTaskId) };
  const running = {
    status: 'running',
    ...known,
    ...(nodeErrors && { errorRaw: nodeErrors }),
    startTime: now,
    attempts: task.attempts + 1,
    silent: 0,
    polls: 0,
    nextPollTime: now + nextQuestionIn(0, 0, quickMs),
    history: moved(task, 'running', now, by.name, sentence),
  } as const;
  const { _id } = task;
  void (
    (await tasks.compareAndSet(_id, { status: 'submitting', ...isUnknown }, running)) ??
    (await tasks.compareAndSet(_id, isUnknown, { ...known, nextPollTime: now }))
  );
};
