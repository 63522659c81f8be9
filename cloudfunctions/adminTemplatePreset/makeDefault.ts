import { auditRow } from '../_shared/audit.ts';
import { _ } from '../_shared/cloud.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { isDuplicate, notFound, stateNotAllowed } from '../_shared/errors.ts';
import { repository } from '../_shared/repository.ts';
import { inTransaction } from '../_shared/transaction.ts';
import type { StoredPreset } from './index.ts';

const presets = repository<StoredPreset>('templatePresets');
const TRIES = 5;

/**
 * Replaces the default in one transaction. A concurrent change conflicts on the unique `defaultOf` and is repeated: the
 * last one wins, and there is never more than one default.
 */
export const makeDefault = async (
  id: string,
  templateId: string,
  context: AdminContext,
): Promise<StoredPreset> => {
  const admin = await context.admin();
  const by = { adminId: admin._id, name: admin.nickName || admin.username };
  for (let tries = 1; ; tries += 1) {
    const [former] = await presets.find({ defaultOf: templateId }, { limit: 1 });
    const now = Date.now();
    const row = auditRow(context, admin, {
      resource: 'preset',
      resourceId: id,
      before: { isDefault: false, formerDefault: former?._id ?? '' },
      after: { isDefault: true, formerDefault: '' },
    });
    try {
      return await inTransaction(async transaction => {
        const preset = await transaction.get<StoredPreset>('templatePresets', id);
        if (!preset) throw notFound();
        if (preset.status !== 'enabled') throw stateNotAllowed('停用的预设不能设为默认');
        const old = former && (await transaction.get<StoredPreset>('templatePresets', former._id));
        if (old?.isDefault && old._id !== id) {
          await transaction.update('templatePresets', old._id, {
            isDefault: false,
            defaultOf: old._id,
            rev: old.rev + 1,
            updateTime: now,
          });
        }
        const patch = { isDefault: true, defaultOf: templateId, rev: preset.rev + 1 };
        await transaction.update('templatePresets', id, {
          ...patch,
          updateTime: now,
          updateBy: _.set(by),
        });
        await transaction.insert('auditLogs', row);
        return { ...preset, ...patch, updateTime: now, updateBy: by };
      });
    } catch (error) {
      if (!isDuplicate(error) || tries >= TRIES) throw error;
    }
  }
};
