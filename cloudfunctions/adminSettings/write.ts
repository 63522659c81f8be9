import { settingDefaults, settingSecrets, type SettingType } from '#contract/settingFields.ts';
import { auditRow } from '../_shared/audit.ts';
import { _ } from '../_shared/cloud.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { conflict, invalid } from '../_shared/errors.ts';
import { noteUse } from '../_shared/fileUse.ts';
import { newId, type Stored } from '../_shared/repository.ts';
import { inTransaction } from '../_shared/transaction.ts';
import * as values from './values.ts';

export interface Revision extends Stored {
  type: SettingType;
  settingRev: number;
  data: values.Values;
  by: { adminId: string; name: string } | null;
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
  const wxpay = values.laidOver(settingDefaults.payment, after).wxpay as values.Values;
  if (type !== 'payment' || wxpay.enabled !== true) return;
  const needed = ['appid', 'mchid', 'certSerial', 'publicKeyId', 'platformPublicKey', 'notifyUrl'];
  const missing = [
    ...needed.filter(field => !wxpay[field]),
    ...['apiV3Key', 'privateKey'].filter(field => !wxpay[`${field}Enc`]),
  ];
  if (missing.length > 0) {
    const fields = missing.map(field => [`data.wxpay.${field}`, '启用微信支付前请填写']);
    throw invalid(Object.fromEntries(fields) as Record<string, string>);
  }
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
  const reason = isRestore ? `恢复到版本 ${restoredRev}` : '';
  const admin = await context.admin();
  const by = { adminId: admin._id, name: admin.nickName || admin.username };
  const { patch, replaced } = values.sealed(type, change);
  const [now, rowId] = [Date.now(), newId()];
  const revision = (
    settingRev: number,
    data: values.Values,
    author: Revision['by'],
    time: number,
  ) =>
    ({
      _id: `${type}_${settingRev}`,
      rev: 1,
      createTime: time,
      updateTime: time,
      type,
      settingRev,
      data: values.withoutSecrets(type, data),
      by: author,
    }) satisfies Revision;

  const { before, stored } = await inTransaction(async transaction => {
    const found = await transaction.get<values.StoredSettings>('settings', type);
    if (rev !== undefined && rev !== (found?.rev ?? 0)) throw conflict(values.shown(type, found));
    const old = values.valuesOf(type, found);
    const after = isRestore ? values.restored(type, patch, old) : values.changed(type, old, patch);
    checkPayment(type, after);
    const next = (found?.rev ?? 0) + 1;
    const files = values.filesOf(type, after);
    const fields = type === 'system' ? { data: after } : after;
    if (found) {
      const known = await transaction.get<Revision>('settingRevisions', `${type}_${found.rev}`);
      if (!known) {
        const author = found.updateBy ?? null;
        await transaction.insert(
          'settingRevisions',
          revision(found.rev, old, author, found.updateTime),
        );
      }
      const set = Object.fromEntries(
        Object.entries(fields).map(([key, value]) => [key, _.set(value)]),
      );
      const gone = type === 'system' ? [] : Object.keys(old).filter(key => !(key in after));
      const unset = Object.fromEntries(gone.map(key => [key, _.remove()]));
      await transaction.update('settings', type, {
        ...set,
        ...unset,
        files,
        rev: next,
        updateTime: now,
        updateBy: _.set(by),
      });
    } else {
      const record = { _id: type, rev: next, createTime: now, updateTime: now, updateBy: by };
      await transaction.insert('settings', { ...fields, files, ...record } as Stored);
    }
    await transaction.insert('settingRevisions', revision(next, after, by, now));
    const audited = (of: values.Values) => values.flat(values.withoutSecrets(type, of));
    await transaction.insert('auditLogs', {
      ...auditRow(context, admin, {
        resource: 'setting',
        resourceId: type,
        reason,
        before: withMarks(audited(old), [], type, old),
        after: withMarks(audited(after), replaced, type, after),
      }),
      _id: rowId,
    });
    const record = { _id: type, rev: next, createTime: found?.createTime ?? now, updateTime: now };
    return { before: found, stored: { ...fields, files, ...record, updateBy: by } };
  });
  await noteUse(before?.files, stored.files);
  return values.shown(type, stored);
};
