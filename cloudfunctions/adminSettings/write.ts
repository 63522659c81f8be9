import type { QuietHours } from '#contract/quietHours.ts';
import { settingSentences } from '#contract/sentences/settings.ts';
import {
  settingDefaults,
  settingSecrets,
  type SettingType,
  virtualNeeds,
  wxpayNeeds,
} from '#contract/settingFields.ts';
import { actorOf, type Author, authorOf } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { conflict, invalid } from '../_shared/base/errors.ts';
import { noteUse } from '../_shared/base/fileUse.ts';
import type { Stored } from '../_shared/base/repository.ts';
import { merged, type StoredSettings, valuesOf } from '../_shared/base/settings.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { valueAt } from '../_shared/base/valueAt.ts';
import * as values from './values.ts';

export interface Revision extends Stored {
  type: SettingType;
  settingRev: number;
  data: values.Values;
  by: Author | null;
}

const withMarks = (
  audited: values.Values,
  replaced: string[],
  type: SettingType,
  kept: values.Values,
) => {
  for (const path of settingSecrets[type]) {
    if (replaced.includes(path)) audited[path] = '[replaced]';
    else if (values.isSet(kept, path)) audited[path] = '[set]';
  }
  return audited;
};

/** Enabled payment settings must be complete; the sentence is shown beside the missing field. */
const checkPayment = (type: SettingType, after: values.Values) => {
  const payment = merged(settingDefaults.payment, after);
  if (type !== 'payment') return;
  const isOn = (path: string) => valueAt(payment, path) === true;
  const isMissing = (path: string) => {
    const secret = settingSecrets.payment.includes(path) ? 'Enc' : '';
    return !valueAt(payment, `${path}${secret}`);
  };
  const { requiredForPay, requiredForVirtual } = settingSentences;
  const needs: [readonly string[], string][] = [
    [isOn('wxpay.enabled') ? wxpayNeeds : [], requiredForPay],
    [isOn('virtual.enabled') ? virtualNeeds(isOn('virtual.sandbox')) : [], requiredForVirtual],
  ];
  const missing = needs.flatMap(([paths, sentence]) =>
    paths.filter(isMissing).map(path => [`data.${path}`, sentence]),
  );
  if (missing.length > 0) throw invalid(Object.fromEntries(missing) as Record<string, string>);
};

/** Hours that are on must be some. */
const checkQuietHours = (type: SettingType, after: values.Values) => {
  if (type !== 'notification') return;
  const hours = valueAt(merged(settingDefaults.notification, after), 'quietHours');
  const { on, from, to } = hours as QuietHours;
  if (on && from === to) throw invalid({ 'data.quietHours.to': settingSentences.sameEnds });
};

/**
 * Stores settings, their version and the audit row in one transaction. The first change also stores the values before
 * it, so that they can be restored.
 */
export const writeSettings = async (
  type: SettingType,
  rev: number | undefined,
  change: values.Values,
  context: AdminContext,
  /** The version to be restored. */
  restoredRev?: number,
) => {
  const isRestore = restoredRev !== undefined;
  const reason = isRestore ? settingSentences.restored(restoredRev) : '';
  const by = await actorOf(context);
  const author = authorOf(await context.admin());
  const { patch, replaced } = values.sealed(type, change);
  const revision = (settingRev: number, data: values.Values, of: Revision['by']) => ({
    _id: `${type}_${settingRev}`,
    type,
    settingRev,
    data: values.withoutSecrets(type, data),
    by: of,
  });
  const audited = (of: values.Values) => values.flat(values.withoutSecrets(type, of));

  const { before, stored } = await inTransaction(async transaction => {
    const found = await transaction.get<StoredSettings>('settings', type);
    if (rev !== undefined && rev !== (found?.rev ?? 0)) throw conflict(values.shown(type, found));
    const old = valuesOf(type, found);
    const after = isRestore ? values.restored(type, patch, old) : values.changed(type, old, patch);
    checkPayment(type, after);
    checkQuietHours(type, after);
    if (type === 'payment' && valueAt(after, 'virtual.enabled') === true)
      transaction.due('virtualGoods', transaction.now);
    const files = values.filesOf(type, after);
    const fields = {
      ...(type === 'system' ? { data: after } : after),
      files,
      updateBy: author,
    };
    const entry = {
      by,
      resource: 'setting',
      reason,
      before: withMarks(audited(old), [], type, old),
      after: withMarks(audited(after), replaced, type, after),
    };
    if (found && !(await transaction.get('settingRevisions', `${type}_${found.rev}`))) {
      const first = revision(found.rev, old, found.updateBy ?? null);
      await transaction.insert('settingRevisions', first, undefined, found.updateTime);
    }
    const gone = type === 'system' ? [] : Object.keys(old).filter(key => !(key in after));
    const removed = Object.fromEntries(gone.map(key => [key, _.remove()]));
    const { rev: next, createTime } = found
      ? await transaction.change('settings', found, { ...fields, ...removed }, entry)
      : await transaction.insert('settings', { ...fields, _id: type }, entry);
    await transaction.insert('settingRevisions', revision(next, after, author));
    const record = { _id: type, rev: next, createTime, updateTime: transaction.now };
    return { before: found, stored: { ...fields, ...record } };
  });
  await noteUse(before?.files, stored.files);
  return values.shown(type, stored);
};
