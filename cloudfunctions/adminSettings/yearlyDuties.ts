import { LOOK_AT_PICTURES } from '#contract/auditLog.ts';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { type FeedbackTopic, visitorTopics } from '#contract/feedbackTopics.ts';
import type { ActionInput, ActionOutput } from '#contract/index.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { dayAfter, dayOf, startOf } from '#contract/shanghai.ts';
import { keysOf } from '#contract/states.ts';
import { nameOf } from '../_shared/base/actor.ts';
import { auditLogs } from '../_shared/base/audit.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { admins, permissionsOf, roles } from '../_shared/base/session.ts';
import { consents } from '../_shared/users/consents.ts';
import { feedback } from '../_shared/users/feedback.ts';

/** Of a kind as many are looked at; the page says where there are more. */
const MOST = 2_000;

/** Until the result is due, the page is about the year that it is about. */
const yearOf = (now: number): number => {
  const day = dayOf(now);
  return Number(day.slice(0, 4)) - (day.slice(4) <= '0131' ? 1 : 0);
};

/** @param sorted the shortest first */
const median = (sorted: number[]): number | null => {
  const half = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
};

type Answered = { topic: FeedbackTopic; createTime: number; handledTime: number | null };

const timesOf = (topic: FeedbackTopic, all: Answered[]) => {
  const own = all.filter(one => one.topic === topic);
  const times = own
    .flatMap(({ createTime, handledTime }) => (handledTime ? [handledTime - createTime] : []))
    .sort((a, b) => a - b);
  const count = own.length;
  return {
    topic,
    count,
    handled: times.length,
    medianMs: median(times),
    longestMs: times.at(-1) ?? null,
  };
};

/** Figures for the reports and audits that the law asks for. Database round trips: 1. */
export const yearlyDuties = async (
  { year = yearOf(Date.now()) }: ActionInput<'adminSettings', 'getYearlyDuties'>,
  context: AdminContext,
): Promise<ActionOutput<'adminSettings', 'getYearlyDuties'>> => {
  const from = startOf(`${year}0101`);
  const to = startOf(`${year + 1}0101`);
  const createTime = _.gte(from).and(_.lt(to));
  const done = (action: string) => ({ query: { action, result: 'ok', createTime }, most: MOST });
  const fields = ['action', 'resource', 'diff', 'reason', 'result'];
  const [guardians, asked, counted, changes, found, known, { rights }] = await Promise.all([
    consents.find({ age: 'guardian', createTime }, { limit: MOST, fields: ['userId'] }),
    feedback.find({ createTime }, { limit: MOST, fields: ['topic', 'createTime', 'handledTime'] }),
    auditLogs.counts({
      looks: done(LOOK_AT_PICTURES.action),
      exported: done('createExport'),
      downloaded: done('getExportUrl'),
      withdrawn: done('withdrawPhotoConsent'),
    }),
    auditLogs.find(
      { action: _.in(['deleteMyData', 'updateUserStatus', 'removeUserImage']), createTime },
      { limit: MOST, fields },
    ),
    admins.find({ status: 'active' }, { limit: MAX_PAGE_SIZE }),
    roles.find({}, { limit: MAX_PAGE_SIZE }),
    context.permissions(),
  ]);
  const did = changes.filter(({ result }) => result === 'ok');
  const deletions = did.filter(
    ({ resource, diff }) =>
      resource === 'user' &&
      diff.some(({ path, to: now }) => path === 'status' && now === 'deleted'),
  );
  const byUsers = deletions.filter(({ action }) => action === 'deleteMyData').length;
  const removed = did.filter(
    ({ action, resource }) => action === 'removeUserImage' && resource === 'file',
  );
  const looking = found.filter(admin =>
    permissionsOf(
      admin,
      known.find(({ _id }) => _id === admin.role),
    ).rights.has('users.pictures'),
  );
  const { looks, exported, downloaded, withdrawn } = counted;
  return {
    year,
    minorsDue: startOf(dayAfter(`${year + 1}0131`)) - 1,
    guardedUsers: new Set(guardians.map(({ userId }) => userId)).size,
    complaints: keysOf(visitorTopics).map(topic => timesOf(topic, asked)),
    deletions: { byUsers, byAdministrators: deletions.length - byUsers },
    removed: {
      all: removed.length,
      ofPersons: removed.filter(({ reason }) => reason.includes(pictureSentences.likeness)).length,
    },
    looks,
    exported,
    downloaded,
    withdrawn,
    looking: {
      count: looking.length,
      names: rights.has('administrators.read') ? looking.map(nameOf) : [],
    },
    isCut: [guardians, asked, changes].some(({ length }) => length === MOST),
  };
};
