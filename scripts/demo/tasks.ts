import { unstarted } from '#cloudfunctions/_shared/tasks/newTask.ts';
import { taskGrams } from '#cloudfunctions/_shared/tasks/tasks.ts';
import { dayOf } from '#contract/shanghai.ts';
import { type Task, type TaskErrorCode, taskErrors } from '#contract/task.ts';
import type { TaskStatus } from '#contract/taskStates.ts';
import type { Template } from '#contract/template.ts';
import type { Random } from './random.ts';
import { HOUR, numbered, stamped } from './record.ts';
import { demoHistory, engineFields } from './taskEngine.ts';
import type { DemoUser, LedgerLine } from './users.ts';

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
const recent: readonly TaskStatus[] = [
  'created',
  'checking',
  'queued',
  'submitting',
  'running',
  'saving',
  'saving',
];

/** It has 50 slots. */
const ROOMY_KEY = 'key_0001';

const statusOf = (random: Random, at: number): TaskStatus => {
  if (at < first.length) return first[at]!;
  if (at < first.length + recent.length) return recent[at - first.length]!;
  if (random.chance(0.91)) return 'succeeded';
  return random.pick(['failed', 'failed', 'failed', 'timeout', 'cancelled'] as const);
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
  const active = users.filter(({ status }) => status === 'normal');
  const lines: LedgerLine[] = [];
  const logs: Row[] = [];
  const userDays = new Map<string, Row & { figures: Record<string, number> }>();
  const keyDays = new Map<string, Row & { figures: Record<string, number> }>();

  const tasks = Array.from({ length: count }, (_, index): Row & Pick<Task, 'held' | 'valueFen'> => {
    const at = before + index;
    const status = statusOf(random, at);
    const user = at < first.length ? active[owners[at]!]! : random.pick(active);
    const template = usable[Math.floor(random.next() ** 2 * usable.length)]!;
    // What the user gave; any picture there is.
    const given = `template/demo/${usable[(at * 7) % usable.length]!._id}.jpg`;
    const isOpen = recent.includes(status);
    const createTime = isOpen
      ? now - random.int(20_000, 400_000)
      : Math.min(
          now - random.int(1, 4) * HOUR,
          user.createTime + Math.floor(random.next() * (now - user.createTime)),
        );
    const seconds = random.int(12, 75);
    const finishTime = isOpen ? null : Math.min(now, createTime + seconds * 1_000);
    const failed = status === 'failed' || status === 'timeout' || status === 'cancelled';
    const drawn = random.pick(failures);
    const errorCode: TaskErrorCode | '' = !failed
      ? ''
      : at === 1
        ? 'ANSWER_LOST'
        : status === 'failed'
          ? drawn
          : status === 'timeout'
            ? 'TIMEOUT'
            : 'CANCELLED';
    const _id = numbered('task', at + 1);
    const held = { paid: 0, gift: template.costCredits };
    const cancelReason = status === 'cancelled' ? random.pick(['用户要求取消', '排队太久']) : '';
    const picked = random.pick([ROOMY_KEY, ROOMY_KEY, 'key_0002']);
    const chosen = isOpen ? ROOMY_KEY : picked;
    const isAtProvider = status === 'submitting' || status === 'running';
    const history = demoHistory({
      apiKeyId: chosen,
      status,
      errorCode,
      createTime,
      endTime: finishTime ?? now,
      cancelReason,
    });
    const timeOf = (state: TaskStatus) => history.find(({ to }) => to === state)?.time ?? null;
    const apiKeyId = timeOf('submitting') === null ? '' : chosen;
    const isSent = timeOf('running') !== null;
    const coins = status === 'succeeded' ? random.int(6, 40) : 0;
    const about = { refType: 'task', refId: _id };
    const sentence = errorCode && taskErrors[errorCode];
    const line = (kind: 'consume' | 'refund_task', delta: number, time: number) =>
      lines.push({
        _id: `${_id}_${kind === 'consume' ? 'hold' : 'refund'}_gift`,
        userId: user._id,
        kind,
        bucket: 'gift',
        delta,
        ...about,
        createTime: time,
        reason: kind === 'consume' ? template.name : sentence,
      });
    line('consume', -template.costCredits, createTime);
    if (failed) line('refund_task', template.costCredits, finishTime ?? createTime);
    if (isOpen) user.activeTasks.push(_id);
    if (finishTime !== null) {
      user.stats.taskCount += 1;
      if (failed) user.stats.failCount += 1;
      const day = dayOf(createTime);
      const figures = {
        tasks: 1,
        success: failed ? 0 : 1,
        fail: failed ? 1 : 0,
        credits: failed ? 0 : template.costCredits,
        coins,
        seconds,
      };
      const who = { userId: user._id, openid: user.openid, day };
      addTo(userDays, `${user._id}_${day}`, who, figures, createTime);
      if (apiKeyId) addTo(keyDays, `${apiKeyId}_${day}`, { apiKeyId, day }, figures, createTime);
      if (failed || random.chance(0.15))
        logs.push({
          _id: `log_${_id}`,
          ...stamped(finishTime),
          userId: user._id,
          openid: user.openid,
          type: 'task',
          operator: '',
          ip: '',
          ...about,
          title: failed ? '生成失败' : '生成成功',
          detail: failed ? sentence : template.name,
        });
    }
    return {
      ...unstarted(),
      _id,
      ...stamped(createTime, finishTime ?? createTime),
      taskNo: `T${dayOf(createTime)}${String(10_000_000 + at * 7)}`,
      userId: user._id,
      openid: user.openid,
      templateId: template._id,
      templateSnap: { name: template.name, engine: template.engine, rev: template.rev },
      inputs: [{ key: 'photo', type: 'image', value: null, filePath: given }],
      nodeInfoList: [{ nodeId: '12', fieldName: 'image', fieldValue: 'openapi/demo.png' }],
      costCredits: template.costCredits,
      held,
      isRefunded: failed && template.costCredits > 0,
      refundReason: sentence,
      status,
      progress: status === 'succeeded' ? 100 : status === 'running' ? random.int(10, 90) : 0,
      apiKeyId,
      // An even last digit: the stand-in reports such a task as done.
      rhTaskId: isSent
        ? `1985${String(random.int(10_000_000, 99_999_999))}${String(random.int(100_000, 999_999))}0`
        : '',
      attempts: apiKeyId ? 1 : 0,
      queueTime: timeOf('queued'),
      submitTime: timeOf('submitting'),
      startTime: timeOf('running'),
      finishTime,
      deadline: createTime + 600_000,
      outputs:
        status === 'succeeded'
          ? [
              {
                filePath: `template/demo/${template._id}.jpg`,
                fileType: 'jpg',
                width: 640,
                height: 800,
                nodeId: '9',
              },
            ]
          : [],
      coins,
      costSec: finishTime === null ? 0 : seconds,
      errorCode,
      errorText: sentence,
      cancelReason,
      rating: status === 'succeeded' && random.chance(0.3) ? random.int(3, 5) : null,
      maybeCharged: errorCode === 'ANSWER_LOST',
      history,
      ...engineFields({
        _id,
        openid: user.openid,
        createTime,
        template,
        status,
        // The last ones, which are given to others last.
        ...(isAtProvider && { slot: `${ROOMY_KEY}#${49 - at}` }),
      }),
    };
  });
  for (const template of templates) {
    const own = tasks.filter(({ templateId }) => templateId === template._id);
    const stars = own.flatMap(({ rating }) => (rating as number | null) ?? []);
    const ratingSum = stars.reduce((sum, one) => sum + one, 0);
    const ratingCount = stars.length;
    const ratingAverage =
      ratingCount > 0 ? Math.round((ratingSum / ratingCount) * 100) / 100 : null;
    Object.assign(template, { ratingCount, ratingSum, ratingAverage });
  }
  return {
    tasks: tasks.map(task => ({
      ...task,
      grams: taskGrams(String(task.taskNo), String(task.rhTaskId)),
      ratedStars: task.rating,
    })),
    lines,
    logs,
    userUsageDaily: [...userDays.values()].map(flattened),
    apiKeyUsageDaily: [...keyDays.values()].map(flattened),
  };
};

/** The trial run of each template that has one, which nobody paid for. */
export const demoTrials = (templates: Template[]): Row[] =>
  templates.flatMap(template => {
    const { _id: templateId, lastTrial, engine } = template;
    if (!lastTrial) return [];
    const { taskId: _id, time, costSec, coins } = lastTrial;
    const createTime = time - costSec * 1_000;
    const status: TaskStatus = 'succeeded';
    const filePath = `template/demo/${templateId}.jpg`;
    const apiKeyId = 'key_0001';
    const by = '管理员';
    const course = { status, errorCode: '', createTime, endTime: time, apiKeyId, by } as const;
    const history = demoHistory(course);
    const timeOf = (state: TaskStatus) => history.find(({ to }) => to === state)?.time ?? null;
    const taskNo = `T${dayOf(createTime)}${_id.slice(-4).padStart(8, '9')}`;
    const rhTaskId = `1985${_id.slice(-4).padStart(14, '0')}0`;
    return {
      ...unstarted(),
      _id,
      ...stamped(createTime, time),
      taskNo,
      grams: taskGrams(taskNo, rhTaskId),
      userId: '',
      openid: '',
      templateId,
      templateSnap: { name: template.name, engine, rev: template.rev },
      inputs: [{ key: 'photo', type: 'image', value: null, filePath }],
      nodeInfoList: [],
      costCredits: 0,
      status,
      progress: 100,
      apiKeyId,
      rhTaskId,
      attempts: 1,
      queueTime: timeOf('queued'),
      submitTime: timeOf('submitting'),
      startTime: timeOf('running'),
      finishTime: time,
      deadline: time,
      outputs: [{ filePath, fileType: 'jpg', width: 640, height: 800, nodeId: '9' }],
      coins,
      costSec,
      isTrial: true,
      history,
      ...engineFields({ _id, openid: '', createTime, template, status }),
    };
  });

const addTo = (
  days: Map<string, Row & { figures: Record<string, number> }>,
  _id: string,
  owner: Record<string, string>,
  figures: Record<string, number>,
  time: number,
) => {
  const known = days.get(_id);
  if (!known) {
    const stamp = stamped(time);
    days.set(_id, { _id, ...stamp, ...owner, figures: { ...figures } });
    return;
  }
  for (const [name, amount] of Object.entries(figures))
    known.figures[name] = (known.figures[name] ?? 0) + amount;
};

const flattened = ({ figures, ...day }: Row & { figures: Record<string, number> }): Row => ({
  ...day,
  ...figures,
});
