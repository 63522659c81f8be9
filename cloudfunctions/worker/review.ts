import { actors } from '#contract/sentences/actors.ts';
import { dayOf } from '#contract/shanghai.ts';
import type { Template } from '#contract/template.ts';
import { missingSentence, missingToRun } from '#contract/templatePublishing.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { endOfRun } from '../_shared/base/due.ts';
import { pagesOf } from '../_shared/base/pages.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { missingNow } from '../_shared/legal/published.ts';
import { alertAdmins } from '../_shared/messages/outbox.ts';
import { templates } from '../_shared/templates/records.ts';

const PAGE = 100;
/** What `missingToRun` looks at. */
const fields = [
  'name',
  'coverImage',
  'categoryIds',
  'engine',
  'workflowId',
  'webappId',
  'inputs',
  'workflowNodes',
];

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
  const until = endOfRun();
  let offline = 0;
  let isAnyOnline = false;
  for await (const page of pagesOf(templates, { status: 'online' }, { limit: PAGE, fields })) {
    for (const found of page) {
      if (Object.keys(missingToRun(found)).length > 0 && (await takeOffline(found._id)))
        offline += 1;
    }
    isAnyOnline ||= page.length > 0;
    if (Date.now() >= until) break;
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
