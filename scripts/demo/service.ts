import type { Template } from '#contract/template.ts';
import { demoApiKeys } from './apiKeys.ts';
import { demoCodes } from './codes.ts';
import type { Commerce } from './commerce.ts';
import { demoFeedback } from './feedback.ts';
import { type DemoApp, demoAppUses } from './localAppUses.ts';
import type { DemoPerson } from './people.ts';
import type { Random } from './random.ts';
import { demoTasks, demoTrials } from './tasks.ts';
import { type DemoUser, demoUserRecords, demoUserTags, settleUsers } from './users.ts';
import { demoReviews, demoWorks, shareWorks } from './works.ts';

const TRIAL_WORKS = 1;

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

/** The users and their tasks, credits and codes; the balances follow from them. */
export const demoService = (
  random: Random,
  people: DemoPerson[],
  templates: Template[],
  apps: DemoApp[],
  { orders, postings }: Pick<Commerce, 'orders' | 'postings'>,
  now: number,
) => {
  const today = now - (now % 86_400_000);
  const { users, logs, lines } = demoUserRecords(random, people, today);
  const {
    lines: taskLines,
    logs: taskLogs,
    tasks,
    ...usage
  } = demoTasks(random, users, templates, Math.max(20, people.length * 3), now);
  const trials = demoTrials(templates);
  const works = demoWorks(tasks);
  const trialWorks = demoWorks(trials, TRIAL_WORKS);
  shareWorks(tasks, works);
  shareWorks(trials, trialWorks);
  const reviewed = demoReviews(tasks, now);
  const { lines: codeLines, ...codes } = demoCodes(random, users, today);
  countBought(users, orders);
  const creditLedger = settleUsers(
    users,
    [...lines, ...taskLines, ...codeLines, ...postings, ...demoAppUses(apps, users, now)],
    tasks,
  );
  const collections = {
    userTags: demoUserTags(today),
    users,
    creditLedger,
    userLogs: [...logs, ...taskLogs],
    tasks: [...trials, ...tasks],
    ...usage,
    feedback: demoFeedback(users, tasks, now),
    ...codes,
    apiKeys: demoApiKeys(today),
  };
  const pictures = [
    ...[...works, ...trialWorks].flatMap(work => work?.pictures ?? []),
    ...reviewed,
  ];
  return { collections, pictures };
};
