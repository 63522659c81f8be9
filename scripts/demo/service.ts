import { numberTerms } from '#cloudfunctions/_shared/base/searchTerms.ts';
import { type Feedback, feedbackEntity } from '#contract/feedback.ts';
import type { FeedbackTopic } from '#contract/feedbackTopics.ts';
import type { LocalApp } from '#contract/localApp.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { momentDigits, weekdaysAfter } from '#contract/shanghai.ts';
import type { Task } from '#contract/task.ts';
import type { Template } from '#contract/template.ts';
import { demoApiKeys } from './apiKeys.ts';
import { demoCodes } from './codes.ts';
import type { Commerce } from './commerce.ts';
import { demoAppUses } from './content.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, numbered, recordOf, stamped, startOfDay } from './record.ts';
import { demoTasks, demoTrials } from './tasks.ts';
import {
  type DemoPerson,
  type DemoUser,
  demoUserRecords,
  demoUserTags,
  settleUsers,
} from './users.ts';
import { demoReviews, demoWorks, shareWorks } from './works.ts';

/** Newest first; those with a reply are handled. */
const feedbacks: [topic: FeedbackTopic, text: string, contact: string, reply: string][] = [
  ['quality', '生成的图片灯塔变形了，明显歪向一边，能不能退积分？', '微信 photo_lover', ''],
  ['payment', '买了积分包一直没到账，订单显示已支付。', '13800000002', '已补发积分并电话告知'],
  ['rights', '这个模板的示例图用的是我的摄影作品，没有授权，请撤下。', 'studio@example.com', ''],
  ['content', '有人用这个模板做了不雅的图片发到群里，建议加强审核。', '', ''],
  ['other', '希望可以一次上传多张照片批量生成。', '', '已转产品，排入下个版本'],
  ['quality', '明信片的白边没有对齐，和示例差很多。', '', ''],
  ['quality', '小猫的照片生成出来像老虎。', '微信 miao_ma', '已退回积分，建议改用萌宠类模板'],
  ['payment', '激活码提示已使用，但我没有用过。', '', '已核对，为家人账号兑换，用户确认'],
  [
    'rights',
    '未经同意把我的照片拿去生成贺卡，要求删除。',
    '13800000003',
    '已删除相关图片并停用该账号',
  ],
  ['other', '能不能增加明信片的竖版尺寸？', '', ''],
  ['quality', '水墨效果太重了，看不清远山。', '', '已说明可选「清新淡雅」预设'],
  ['content', '首页推荐里有一张示例图不太合适小朋友看。', '', '已更换示例图'],
];

const answerTo = (reply: string, time: number) => ({
  from: 'support' as const,
  by: '管理员',
  text: `你好，${reply}。`,
  time,
});

const { acceptDays, answerDays } = settingDefaults.compliance.complaints;

/** Complaints and wishes of the last weeks; every second one is about a picture of the user's. */
const demoFeedback = (users: DemoUser[], tasks: object[], now: number): Feedback[] => {
  const ended = (tasks as Task[]).filter(({ status }) => status === 'succeeded');
  return feedbacks.map(([topic, text, contact, reply], at) => {
    const isAboutTask = topic !== 'payment' && topic !== 'other';
    const task = isAboutTask ? ended[at * 3] : undefined;
    const user = users.find(({ _id }) => _id === task?.userId) ?? users[(at + 4) % users.length]!;
    const createTime = now - (at === 0 ? 2 * HOUR : at * 2 * DAY + at * HOUR);
    const handledTime = reply ? createTime + 5 * HOUR : null;
    const receiptNo = `F${momentDigits(createTime)}${String(at).padStart(4, '0')}`;
    return recordOf(feedbackEntity, {
      _id: numbered('fb', at + 1),
      ...stamped(createTime, handledTime ?? createTime),
      userId: user._id,
      openid: user.openid,
      topic,
      text,
      contact,
      ...(task && {
        taskId: task._id,
        templateId: task.templateId,
        templateName: task.templateSnap.name,
      }),
      receiptNo,
      grams: numberTerms(receiptNo),
      acceptBy: weekdaysAfter(createTime, acceptDays),
      acceptedTime: handledTime,
      answerBy: createTime + answerDays * DAY,
      status: reply ? 'handled' : 'open',
      reply,
      handledBy: reply ? '管理员' : '',
      handledTime,
      ...(handledTime && { messages: [answerTo(reply, handledTime)] }),
    });
  });
};

/** What they bought, in the users' own figures. */
export const countBought = (users: DemoUser[], orders: Commerce['orders']): void => {
  const byId = new Map(users.map(user => [user._id, user]));
  for (const { userId, payTime, payFen, refundedFen, refundingFen, clawedBack, type } of orders) {
    const user = byId.get(userId);
    if (!user || payTime === null) continue;
    const { stats } = user;
    if (refundingFen > 0) user.refundingCredits += clawedBack.credits;
    stats.orderCount += 1;
    user.lastPayTime = Math.max(user.lastPayTime ?? 0, payTime);
    stats.paidFen += payFen;
    stats.refundFen += refundedFen;
    if (type === 'print') stats.printCount += 1;
  }
};

/** Users and their tasks, with the lines of their ledgers. */
export const demoUse = (
  random: Random,
  people: DemoPerson[],
  templates: Template[],
  now: number,
  before = { users: 0, tasks: 0 },
) => {
  const { users, logs, lines } = demoUserRecords(random, people, startOfDay(now), before.users);
  const count = Math.max(20, people.length * 3);
  const made = demoTasks(random, users, templates, count, now, before.tasks);
  const { lines: taskLines, logs: taskLogs, ...tasks } = made;
  return { users, userLogs: [...logs, ...taskLogs], ...tasks, lines: [...lines, ...taskLines] };
};

const TRIAL_WORKS = 1;

/** The users and what they do, and what serves them. */
export const demoService = (
  random: Random,
  people: DemoPerson[],
  templates: Template[],
  apps: LocalApp[],
  { orders, postings }: Pick<Commerce, 'orders' | 'postings'>,
  now: number,
) => {
  const today = startOfDay(now);
  const { lines, ...use } = demoUse(random, people, templates, now);
  const { users, tasks } = use;
  const trials = demoTrials(templates);
  const [works, trialWorks] = [demoWorks(tasks), demoWorks(trials, TRIAL_WORKS)];
  shareWorks(tasks, works);
  shareWorks(trials, trialWorks);
  const shared = [...works, ...trialWorks].flatMap(work => work?.pictures ?? []);
  const pictures = [...shared, ...demoReviews(tasks, now)];
  const { lines: codeLines, ...codes } = demoCodes(random, users, today);
  countBought(users, orders);
  const all = [...lines, ...codeLines, ...postings, ...demoAppUses(apps, users, now)];
  const collections = {
    userTags: demoUserTags(today),
    ...use,
    creditLedger: settleUsers(users, all, tasks),
    tasks: [...trials, ...tasks],
    feedback: demoFeedback(users, tasks, now),
    ...codes,
    apiKeys: demoApiKeys(today),
  };
  return { collections, pictures };
};
