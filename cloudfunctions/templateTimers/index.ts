import type { Template } from '#contract/template.ts';
import { lacksSentence, lacksToRun } from '#contract/templatePublishing.ts';
import { auditRow } from '../_shared/audit.ts';
import { _ } from '../_shared/cloud.ts';
import { systemActor } from '../_shared/orders/orders.ts';
import { newId, repository } from '../_shared/repository.ts';
import { defineTimerFunction } from '../_shared/timerFunction.ts';
import { inTransaction } from '../_shared/transaction.ts';

const templates = repository<Template>('templates');
const PAGE = 100;
/** Shorter than the function's timeout, so that a run ends by itself. */
const BUDGET_MS = 40_000;

const takeOffline = (id: string): Promise<boolean> => {
  const [now, rowId] = [Date.now(), newId()];
  const { context, name } = systemActor('系统', 'templateTimers', 'review');
  return inTransaction(async transaction => {
    const before = await transaction.get<Template>('templates', id);
    const lacks = before?.status === 'online' ? lacksToRun(before) : {};
    if (!before || Object.keys(lacks).length === 0) return false;
    const patch = { status: 'offline' as const, rev: before.rev + 1, updateTime: now };
    await transaction.update('templates', id, patch);
    const row = auditRow(context, null, {
      resource: 'template',
      resourceId: id,
      reason: lacksSentence(lacks),
      before,
      after: { ...before, ...patch },
    });
    const signed = { ...row, _id: rowId, adminName: name };
    await transaction.insert('auditLogs', signed);
    return true;
  });
};

/**
 * A change that leaves a template unable to run takes it offline in the same write. This handles templates published by
 * older rules.
 */
const review = async () => {
  const until = Date.now() + BUDGET_MS;
  let offline = 0;
  for (let last = '', more = true; more && Date.now() < until;) {
    const page = await templates.find(
      { status: 'online', _id: _.gt(last) },
      {
        sort: [['_id', 'asc']],
        limit: PAGE,
        fields: ['name', 'coverImage', 'categoryIds', 'engine', 'workflowId', 'webappId', 'inputs'],
      },
    );
    for (const found of page) {
      if (Object.keys(lacksToRun(found)).length > 0 && (await takeOffline(found._id))) offline += 1;
    }
    last = page.at(-1)?._id ?? '';
    more = page.length === PAGE;
  }
  return { offline };
};

export const main = defineTimerFunction('templateTimers', {
  /** Every ten minutes. */
  review,
});
