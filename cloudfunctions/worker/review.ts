import { actors } from '#contract/sentences/actors.ts';
import { dayOf } from '#contract/shanghai.ts';
import type { Template } from '#contract/template.ts';
import { missingSentence, missingToRun } from '#contract/templatePublishing.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import { repository } from '../_shared/base/repository.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { missingNow } from '../_shared/legal/published.ts';
import { alertAdmins } from '../_shared/messages/outbox.ts';

const templates = repository<Template>('templates');
const PAGE = 100;
/** Shorter than the function's timeout, so that a run ends by itself. */
const BUDGET_MS = 40_000;

const takeOffline = (id: string): Promise<boolean> => {
  const by = systemActor(actors.system, 'worker', 'reviewTemplates');
  return inTransaction(async transaction => {
    const before = await transaction.get<Template>('templates', id);
    const missing = before?.status === 'online' ? missingToRun(before) : {};
    if (!before || Object.keys(missing).length === 0) return false;
    const reason = missingSentence(missing);
    const entry = { by, resource: 'template', reason };
    await transaction.change('templates', before, { status: 'offline' }, entry);
    return true;
  });
};

/**
 * A change that leaves a template unable to run takes it offline in the same write. This handles templates published by
 * older rules.
 */
export const review = async () => {
  const until = Date.now() + BUDGET_MS;
  let offline = 0;
  let isAnyOnline = false;
  for (let last = '', more = true; more && Date.now() < until;) {
    const page = await templates.find(
      { status: 'online', _id: _.gt(last) },
      {
        sort: [['_id', 'asc']],
        limit: PAGE,
        fields: [
          'name',
          'coverImage',
          'categoryIds',
          'engine',
          'workflowId',
          'webappId',
          'inputs',
          'workflowNodes',
        ],
      },
    );
    for (const found of page) {
      if (Object.keys(missingToRun(found)).length > 0 && (await takeOffline(found._id)))
        offline += 1;
    }
    isAnyOnline ||= page.length > 0;
    last = page.at(-1)?._id ?? '';
    more = page.length === PAGE;
  }
  return { offline, missing: isAnyOnline ? await alertOfMissing() : 0 };
};

/** Once a day while templates are online and something is missing that the law asks for. @returns how much */
const alertOfMissing = async (): Promise<number> => {
  const missing = await missingNow();
  if (missing.length === 0) return 0;
  await inTransaction(transaction =>
    alertAdmins(transaction, {
      event: 'legalMissing',
      key: dayOf(transaction.now),
      values: { missing: missing.join('、') },
      path: 'settings?tab=compliance',
    }),
  );
  return missing.length;
};
