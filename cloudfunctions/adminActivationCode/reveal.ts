import { MAX_EXPORT_PAGE } from '#contract/activationCode.ts';
import { formatCode } from '#contract/codeText.ts';
import type { ActionInput } from '#contract/index.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { activationCodes, batches, openCode, type StoredCode } from '../_shared/codes/codes.ts';

const whole = (code: StoredCode) => ({
  _id: code._id,
  serial: code.serial,
  code: formatCode(openCode(code)),
  status: code.status,
});

export const revealCodes = async (
  { ids, reason }: ActionInput<'adminActivationCode', 'revealCodes'>,
  context: AdminContext,
) => {
  const found = await activationCodes.find({ _id: _.in(ids) });
  if (found.length === 0) throw notFound();
  const shown = found.map(({ _id }) => _id);
  const resourceId = shown.length === 1 ? (shown[0] ?? '') : '';
  const after = { revealed: shown };
  const by = await actorOf(context);
  await audit({ by, resource: 'activationCode', resourceId, reason, after });
  return { list: found.map(whole) };
};

/** One page of a batch; each page has its own audit row. */
export const exportBatch = async (
  {
    id,
    reason,
    after = 0,
    pageSize = MAX_EXPORT_PAGE,
  }: ActionInput<'adminActivationCode', 'exportBatch'>,
  context: AdminContext,
) => {
  const [batch, found] = await Promise.all([
    batches.get(id),
    activationCodes.find(
      { batchId: id, serial: _.gt(after) },
      { sort: [['serial', 'asc']], limit: pageSize },
    ),
  ]);
  if (!batch) throw notFound();
  const last = found.at(-1)?.serial ?? after;
  await audit({
    by: await actorOf(context),
    resource: 'activationBatch',
    resourceId: id,
    reason,
    after: { exported: found.length, from: after + 1, to: last },
  });
  if (after === 0) await batches.note(id, { exportCount: _.inc(1) });
  const isEnd = found.length < pageSize || last >= batch.quantity;
  return { list: found.map(whole), total: batch.quantity, next: isEnd ? null : last };
};
