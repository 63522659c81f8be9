import { unstarted } from '#cloudfunctions/_shared/tasks/newTask.ts';
import { rankOf } from '#cloudfunctions/_shared/tasks/rank.ts';
import { type StoredTask, taskGrams } from '#cloudfunctions/_shared/tasks/tasks.ts';
import { actors } from '#contract/sentences/actors.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { dayOf } from '#contract/shanghai.ts';
import { type Task, type TaskErrorCode, taskErrors } from '#contract/task.ts';
import type { TaskStatus } from '#contract/taskStates.ts';
import type { Template } from '#contract/template.ts';
import { userLog } from '#contract/user.ts';
import { demoKeyName } from './apiKeys.ts';
import type { Random } from './random.ts';
import { HOUR, numbered, recordOf, stamped } from './record.ts';
import type { DemoUser, LedgerLine } from './users.ts';

const { timeoutSec, queueSec } = settingDefaults.system.task;

/**
 * The states that a task passes on its way to a picture, with the reasons that the engine gives and the shares of its
 * time at which it moves: most of it is spent at the provider.
 */
const way = [
  ['created', actors.user, taskSentences.accepted, 0],
  ['checking', actors.system, '', 0.02],
  ['queued', actors.system, taskSentences.checkSkipped, 0.04],
  ['submitting', actors.system, '', 0.12],
  ['running', actors.system, taskSentences.submitted, 0.18],
  ['saving', actors.system, taskSentences.resultsFound(1), 0.94],
  ['succeeded', actors.system, taskSentences.resultsKept(1, 1), 1],
] as const satisfies [TaskStatus, string, string, number][];

/** The last state before each failure. */
const failsIn: Partial<Record<TaskErrorCode, TaskStatus>> = {
  CONTENT_REJECTED: 'checking',
  SERVICE_BUSY: 'queued',
  CANCELLED: 'queued',
  TEMPLATE_BROKEN: 'submitting',
  FILE_TOO_LARGE: 'submitting',
  ANSWER_LOST: 'submitting',
  SAVE_FAILED: 'saving',
};
const failureReasons: Partial<Record<TaskErrorCode, string>> = {
  CONTENT_REJECTED: taskSentences.checkRefused,
  ANSWER_LOST: taskSentences.answerLost,
};

interface Course extends Pick<
  Task,
  '_id' | 'userId' | 'openid' | 'status' | 'createTime' | 'inputs' | 'costCredits' | 'taskNo'
> {
  template: Template;
  errorCode: TaskErrorCode | '';
  /** The key that made it, or would have. */
  keyId: string;
  /** When it ended, or how far an active one has come. */
  endTime: number;
  /** Who asked for it. */
  by?: string;
  /** What the administrator said who cancelled it. */
  cancelReason?: string;
  /** What it has at a key, `key_0001#0`. */
  slot?: string;
}

const historyOf = (course: Course): Task['history'] => {
  const { status, errorCode, createTime, endTime, keyId, by = actors.user } = course;
  const { cancelReason = '' } = course;
  const reached = errorCode ? (failsIn[errorCode] ?? 'running') : status;
  const steps = way.slice(0, way.findIndex(([one]) => one === reached) + 1);
  const history = steps.map(([to, actor, reason, share], at) => ({
    time: Math.round(createTime + (endTime - createTime) * share),
    from: way[at - 1]?.[0] ?? '',
    to,
    by: at === 0 ? by : actor,
    reason: to === 'submitting' ? taskSentences.slotTaken(demoKeyName(keyId)) : reason,
  }));
  if (!errorCode) return history;
  const reason = failureReasons[errorCode] ?? cancelReason;
  const ender = cancelReason ? '管理员' : actors.system;
  return [...history, { time: endTime, from: reached, to: status, by: ender, reason }];
};

/** A task as the engine has left it; no key serves this pool: demo tasks change only by hand. */
const taskOf = (course: Course, sentNo: (isSent: boolean) => string, more: Partial<StoredTask>) => {
  const { _id, taskNo, template, openid, status, createTime, keyId, slot } = course;
  const history = historyOf(course);
  const timeOf = (state: TaskStatus) => history.find(({ to }) => to === state)?.time ?? null;
  const { workflowId, webappId, averageSec } = template;
  const submitTime = timeOf('submitting');
  const hasEnded = status !== 'running' && (status === 'succeeded' || course.errorCode !== '');
  const rhTaskId = sentNo(timeOf('running') !== null);
  return {
    ...unstarted(),
    _id,
    taskNo,
    userId: course.userId,
    openid,
    templateId: template._id,
    templateSnap: { name: template.name, engine: template.engine, rev: template.rev },
    inputs: course.inputs,
    costCredits: course.costCredits,
    status,
    ...stamped(createTime, hasEnded ? course.endTime : createTime),
    apiKeyId: submitTime === null ? '' : keyId,
    rhTaskId,
    grams: taskGrams(taskNo, rhTaskId),
    attempts: submitTime === null ? 0 : 1,
    queueTime: timeOf('queued'),
    submitTime,
    startTime: timeOf('running'),
    finishTime: hasEnded ? course.endTime : null,
    outputs: status === 'succeeded' ? [outputOf(template)] : [],
    history,
    slot: slot ?? _id,
    slotKey: slot?.split('#')[0] ?? '',
    pool: status === 'queued' ? 'demo' : template.apiKeyPool,
    // All paid for, in the order in which they came.
    rank: rankOf('paid', 0, createTime, _id),
    plan: {
      workflowId,
      webappId,
      outputType: 'image' as const,
      largeMemory: false,
      timeoutSec,
      queueSec,
      averageSec,
    },
    // The engine looks at no task without a time.
    nextPollTime: 0,
    visibleTo: openid,
    ...more,
  };
};

const pictureOf = ({ _id }: Template) => `template/demo/${_id}.jpg`;
const photoInput = (filePath: string) => ({ key: 'photo', type: 'image', value: null, filePath });
const size = { width: 640, height: 800 };
const outputOf = (template: Template) => ({
  filePath: pictureOf(template),
  fileType: 'jpg',
  ...size,
  nodeId: '9',
});

type Row = Record<string, unknown> & { _id: string; createTime: number };

/** Failures with their frequency. */
const failures: readonly TaskErrorCode[] = [
  ...Array<TaskErrorCode>(6).fill('GENERATION_FAILED'),
  ...Array<TaskErrorCode>(4).fill('CONTENT_REJECTED'),
  ...Array<TaskErrorCode>(2).fill('REAL_PERSON'),
  ...(['SERVICE_BUSY', 'TEMPLATE_BROKEN', 'FILE_TOO_LARGE', 'SAVE_FAILED'] as const),
];

/** What the examples of the contract act on. */
const first: readonly TaskStatus[] = ['succeeded', 'failed', 'running', 'queued'];
/** Whose they are: visitors' examples act on those of the first user. */
const owners = [0, 1, 2, 0];
const active = ['created', 'checking', 'queued', 'submitting', 'running', 'saving'] as const;
const recent: readonly TaskStatus[] = [...active, 'saving'];

/** It has 50 slots. */
const ROOMY_KEY = 'key_0001';

const statusOf = (random: Random, at: number): TaskStatus => {
  const given = [...first, ...recent][at];
  if (given) return given;
  if (random.chance(0.91)) return 'succeeded';
  return random.pick(['failed', 'failed', 'failed', 'timeout', 'cancelled'] as const);
};

const errorOf = (status: TaskStatus, drawn: TaskErrorCode): TaskErrorCode | '' => {
  if (status === 'failed') return drawn;
  if (status === 'timeout') return 'TIMEOUT';
  return status === 'cancelled' ? 'CANCELLED' : '';
};

/** A year of pictures: more of them lately, most of them well made. */
export const demoTasks = (
  random: Random,
  users: DemoUser[],
  templates: Template[],
  count: number,
  now: number,
  before = 0,
) => {
  const usable = templates.filter(({ status }) => status === 'online');
  const normal = users.filter(({ status }) => status === 'normal');
  const lines: LedgerLine[] = [];
  const logs: Row[] = [];
  const userDays = new Map<string, Row>();
  const keyDays = new Map<string, Row>();

  const tasks = Array.from({ length: count }, (_, index) => {
    const at = before + index;
    const status = statusOf(random, at);
    const user = at < first.length ? normal[owners[at]!]! : random.pick(normal);
    const template = usable[Math.floor(random.next() ** 2 * usable.length)]!;
    const isOpen = recent.includes(status);
    const since = isOpen ? 0 : random.int(1, 4) * HOUR;
    const isOf = { userId: user._id, openid: user.openid };
    const createTime = isOpen
      ? now - random.int(20_000, 400_000)
      : Math.min(
          now - since,
          user.createTime + Math.floor(random.next() * (now - user.createTime)),
        );
    const seconds = random.int(12, 75);
    const finishTime = isOpen ? null : Math.min(now, createTime + seconds * 1_000);
    const drawn = random.pick(failures);
    const errorCode = errorOf(status, at === 1 ? 'ANSWER_LOST' : drawn);
    const failed = errorCode !== '';
    const sentence = errorCode && taskErrors[errorCode];
    const _id = numbered('task', at + 1);
    const { costCredits } = template;
    const cancelReason = status === 'cancelled' ? random.pick(['用户要求取消', '排队太久']) : '';
    const picked = random.pick([ROOMY_KEY, ROOMY_KEY, 'key_0002']);
    const coins = status === 'succeeded' ? random.int(6, 40) : 0;
    const about = { refType: 'task', refId: _id };
    const line = (kind: 'consume' | 'refund_task', delta: number, time: number, reason: string) =>
      lines.push({
        _id: `${_id}_${kind === 'consume' ? 'hold' : 'refund'}_gift`,
        userId: user._id,
        kind,
        bucket: 'gift',
        delta,
        ...about,
        createTime: time,
        reason,
      });
    line('consume', -costCredits, createTime, template.name);
    if (failed) line('refund_task', costCredits, finishTime ?? createTime, sentence);
    if (isOpen) user.activeTasks.push(_id);
    const isLogged = finishTime !== null && (failed || random.chance(0.15));
    if (isLogged)
      logs.push(
        recordOf(
          { record: userLog },
          {
            _id: `log_${_id}`,
            createTime: finishTime,
            ...isOf,
            type: 'task',
            ...about,
            title: failed ? '生成失败' : '生成成功',
            detail: failed ? sentence : template.name,
          },
        ),
      );
    const progress = status === 'succeeded' ? 100 : status === 'running' ? random.int(10, 90) : 0;
    // An even last digit: the stand-in reports such a task as done.
    const digits = () => `${random.int(10_000_000, 99_999_999)}${random.int(100_000, 999_999)}`;
    const isAtProvider = status === 'submitting' || status === 'running';
    const task = taskOf(
      {
        _id,
        taskNo: `T${dayOf(createTime)}${10_000_000 + at * 7}`,
        ...isOf,
        template,
        status,
        errorCode,
        createTime,
        endTime: finishTime ?? now,
        keyId: isOpen ? ROOMY_KEY : picked,
        cancelReason,
        costCredits,
        // What the user gave; any picture there is.
        inputs: [photoInput(pictureOf(usable[(at * 7) % usable.length]!))],
        // The last ones, which are given to others last.
        ...(isAtProvider && { slot: `${ROOMY_KEY}#${49 - at}` }),
      },
      isSent => (isSent ? `1985${digits()}0` : ''),
      {
        nodeInfoList: [{ nodeId: '12', fieldName: 'image', fieldValue: 'openapi/demo.png' }],
        held: { paid: 0, gift: costCredits },
        isRefunded: failed && costCredits > 0,
        refundReason: sentence,
        progress,
        deadline: createTime + 600_000,
        coins,
        costSec: finishTime === null ? 0 : seconds,
        errorCode,
        errorText: sentence,
        cancelReason,
        maybeCharged: errorCode === 'ANSWER_LOST',
      },
    );
    const rating = status === 'succeeded' && random.chance(0.3) ? random.int(3, 5) : null;
    if (finishTime !== null) {
      user.stats.taskCount += 1;
      if (failed) user.stats.failCount += 1;
      const figures = {
        tasks: 1,
        success: failed ? 0 : 1,
        fail: failed ? 1 : 0,
        credits: failed ? 0 : costCredits,
        coins,
        seconds,
      };
      const day = dayOf(createTime);
      const { apiKeyId } = task;
      addTo(userDays, user._id, { ...isOf, day }, figures, createTime);
      if (apiKeyId) addTo(keyDays, apiKeyId, { apiKeyId, day }, figures, createTime);
    }
    return { ...task, rating, ratedStars: rating };
  });
  for (const template of templates) {
    const own = tasks.filter(({ templateId }) => templateId === template._id);
    const stars = own.flatMap(({ rating }) => rating ?? []);
    const ratingSum = stars.reduce((sum, one) => sum + one, 0);
    const ratingCount = stars.length;
    const average = Math.round((ratingSum / ratingCount) * 100) / 100;
    Object.assign(template, {
      ratingCount,
      ratingSum,
      ratingAverage: ratingCount > 0 ? average : null,
    });
  }
  return {
    tasks,
    lines,
    logs,
    userUsageDaily: [...userDays.values()],
    apiKeyUsageDaily: [...keyDays.values()],
  };
};

/** The trial run of each template that has one, which nobody paid for. */
export const demoTrials = (templates: Template[]) =>
  templates.flatMap(template => {
    if (!template.lastTrial) return [];
    const { taskId: _id, time, costSec, coins } = template.lastTrial;
    const createTime = time - costSec * 1_000;
    const number = _id.slice(-4);
    return taskOf(
      {
        _id,
        taskNo: `T${dayOf(createTime)}${number.padStart(8, '9')}`,
        userId: '',
        openid: '',
        template,
        status: 'succeeded',
        errorCode: '',
        createTime,
        endTime: time,
        keyId: ROOMY_KEY,
        by: '管理员',
        costCredits: 0,
        inputs: [photoInput(pictureOf(template))],
      },
      () => `1985${number.padStart(14, '0')}0`,
      { progress: 100, deadline: time, coins, costSec, isTrial: true, nodeInfoList: [] },
    );
  });

const addTo = (
  days: Map<string, Row>,
  of: string,
  owner: Record<string, string>,
  figures: Record<string, number>,
  time: number,
) => {
  const _id = `${of}_${owner.day}`;
  const known = days.get(_id);
  if (!known) return days.set(_id, { _id, ...stamped(time), ...owner, ...figures });
  for (const [name, amount] of Object.entries(figures)) known[name] = Number(known[name]) + amount;
  return days;
};
