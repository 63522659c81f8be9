import { adminSettingsActions, type LegalDraft } from '#contract/adminSettings.ts';
import type { ActionInput, ActionOutput } from '#contract/index.ts';
import {
  type LegalKind,
  legalKinds,
  legalTexts,
  type LegalVersions,
  nextVersion,
  unfilledPlaces,
} from '#contract/legal.ts';
import { legalSentences } from '#contract/sentences/legal.ts';
import type { SettingType } from '#contract/settingFields.ts';
import { shanghaiTime } from '#contract/shanghai.ts';
import { actorOf, authorOf } from '../_shared/base/actor.ts';
import { callbackSources, lastCallback } from '../_shared/base/callbackTimes.ts';
import { _ } from '../_shared/base/cloud.ts';
import { type AdminContext, defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { dueBy, dueRows, NEVER, turnSince } from '../_shared/base/due.ts';
import { invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { isJob, type JobName, jobs } from '../_shared/base/jobs.ts';
import { listing } from '../_shared/base/listing.ts';
import { progressOf } from '../_shared/base/progress.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { settings, settingsOf, type StoredSettings, valuesOf } from '../_shared/base/settings.ts';
import { timerRunId } from '../_shared/base/timerRunId.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { legalFacts } from '../_shared/legal/facts.ts';
import {
  idOfText,
  missingNow,
  outdatedIn,
  publishedTexts,
  versionsOf,
} from '../_shared/legal/published.ts';
import { defaultTexts } from '../_shared/legal/texts/index.ts';
import { forbiddenSales, virtualFaults } from '../_shared/orders/virtualFaults.ts';
import { tryNotification, tryPayment, tryStorage, tryVirtual } from './probes.ts';
import { completed, shown, type Values } from './values.ts';
import { type Revision, writeSettings } from './write.ts';
import { yearlyDuties } from './yearlyDuties.ts';

const names = Object.keys(jobs) as JobName[];
const workers = ['worker', 'heavyWorker'] as const;
const tasks = repository<Stored>('tasks');
const messages = repository<Stored>('messages');

const jobStates = async (now: number) => {
  const [own, due] = await Promise.all([
    dueRows.find({ _id: _.in(names) }, { limit: names.length }),
    dueBy(now),
  ]);
  const marks = due.filter(({ _id }) => !isJob(_id));
  return names.map(name => {
    const row = own.find(({ _id }) => _id === name);
    const times = [row, ...marks.filter(mark => mark.jobs.includes(name))].flatMap(one =>
      one && one.time < NEVER ? [one.time] : [],
    );
    return {
      name,
      next: times.length > 0 ? Math.min(...times) : null,
      runningSince: row ? turnSince(row, now) : null,
      lastTime: row?.ranTime ?? null,
      failedTime: row?.failedTime ?? null,
      failure: row?.failure ?? '',
    };
  });
};

const noted = async <T>(these: readonly T[], timeOf: (one: T) => Promise<number | null>) =>
  Promise.all(these.map(async one => [one, await timeOf(one)] as const));

const systemStatus = async (): Promise<ActionOutput<'adminSettings', 'getSystemStatus'>> => {
  const now = Date.now();
  const [states, timers, callbacks, waitingTasks, waitingMessages, ...warnings] = await Promise.all(
    [
      jobStates(now),
      noted(workers, async name => (await progressOf(timerRunId(name, 'sweep'))).doneTime || null),
      noted(callbackSources, lastCallback),
      tasks.count({ status: 'queued' }),
      messages.count({ status: 'waiting' }),
      forbiddenSales(),
      virtualFaults(),
    ],
  );
  return {
    now,
    timers: timers.map(([name, lastTime]) => ({ function: name, lastTime })),
    jobs: states,
    callbacks: callbacks.map(([source, lastTime]) => ({ source, lastTime })),
    queues: { tasks: waitingTasks, messages: waitingMessages },
    warnings: warnings.flat(),
  };
};

const getLegalTexts = async () => {
  const [facts, { documents }, missing] = await Promise.all([
    legalFacts(),
    settingsOf('compliance'),
    missingNow(),
  ]);
  const ids = legalKinds.map(kind => idOfText(kind, documents[kind]));
  const current = await publishedTexts.find(
    { _id: _.in(ids) },
    { limit: ids.length, fields: ['kind', 'facts'] },
  );
  const list = legalKinds.map(kind => {
    const published = current.find(one => one.kind === kind);
    return {
      kind,
      version: published ? documents[kind] : '',
      outdated: published ? outdatedIn(published, facts) : [],
    };
  });
  return { list, missing };
};

const getLegalText = async ({ kind }: { kind: LegalKind }): Promise<LegalDraft> => {
  const [facts, { documents }, history] = await Promise.all([
    legalFacts(),
    settingsOf('compliance'),
    versionsOf(kind),
  ]);
  const version = documents[kind];
  const current = version ? await publishedTexts.get(idOfText(kind, version)) : null;
  const suggested = defaultTexts[kind](facts);
  return { kind, version, text: current?.text ?? suggested, suggested, history };
};

/**
 * Text, current version and audit row in one transaction. The settings keep their `rev`: a form that is open beside it
 * has no conflict.
 */
const publishLegalText = async (
  { kind, text, version: seen }: ActionInput<'adminSettings', 'publishLegalText'>,
  context: AdminContext,
) => {
  const places = unfilledPlaces(text);
  if (places.length > 0) throw invalid({ text: legalSentences.places(places.length, places[0]!) });
  const [facts, by, admin] = await Promise.all([legalFacts(), actorOf(context), context.admin()]);
  const author = authorOf(admin);
  return inTransaction(async transaction => {
    const found = await transaction.get<StoredSettings>('settings', 'compliance');
    const before = (valuesOf('compliance', found)['documents'] ?? {}) as Partial<LegalVersions>;
    const was = before[kind] ?? '';
    if (seen !== undefined && seen !== was) throw stateNotAllowed(legalSentences.changedMeanwhile);
    const today = shanghaiTime(transaction.now).slice(0, 10);
    const version = nextVersion(Object.values(before), today);
    const row = { _id: idOfText(kind, version), kind, version, text, facts, by: author };
    await transaction.insert('legalTexts', row);
    const documents = { ...before, [kind]: version };
    if (found) await transaction.note('settings', 'compliance', { documents });
    else await transaction.insert('settings', { _id: 'compliance', documents, files: [] });
    await transaction.audit({
      by,
      resource: 'setting',
      resourceId: 'compliance',
      reason: legalSentences.published(legalTexts[kind].label, version),
      before: { [`documents.${kind}`]: was },
      after: { [`documents.${kind}`]: version },
    });
    return { kind, version };
  });
};

const revisions = repository<Revision>('settingRevisions');
const listRevisions = listing<Revision>({
  collection: 'settingRevisions',
  defaultSort: [['settingRev', 'desc']],
});

const read = async <T extends SettingType>(type: T) =>
  shown(type, await settings.get(type)) as Extract<ReturnType<typeof shown>, { type: T }>;

const write = async <T extends SettingType>(
  type: T,
  ...rest: [number | undefined, Values, Parameters<typeof writeSettings>[3], number?]
) => (await writeSettings(type, ...rest)) as Extract<ReturnType<typeof shown>, { type: T }>;

export const main = defineFunction('adminSettings', adminSettingsActions, {
  getSettings: ({ type }) => read(type),
  updateSettings: ({ type, rev, data }, context) => write(type, rev, data, context),
  getPaymentSettings: () => read('payment'),
  updatePaymentSettings: ({ rev, data }, context) => write('payment', rev, data, context),
  getNotificationSettings: () => read('notification'),
  updateNotificationSettings: ({ rev, data }, context) => write('notification', rev, data, context),

  getSystemStatus: () => systemStatus(),

  getYearlyDuties: yearlyDuties,

  getSettingRevisions: async ({ type, ...page }) => {
    const { list, total } = await listRevisions({ ...page, filter: { type } });
    const shownRow = ({ settingRev: rev, data, ...row }: Revision) => ({
      ...row,
      rev,
      data: completed(type, data),
    });
    return { total, list: list.map(shownRow) };
  },

  restoreSetting: withLoad(
    ({ type, rev }) => revisions.require(`${type}_${rev}`),
    ({ type, rev, currentRev }, context, { data }) => write(type, currentRev, data, context, rev),
  ),

  getLegalTexts,
  getLegalText,
  publishLegalText,

  testPayment: ({ channel }) => (channel === 'virtual' ? tryVirtual() : tryPayment()),
  testNotification: (trial, context) => tryNotification(trial, context),
  testStorage: () => tryStorage(),
});
