import type { Preset } from '#contract/preset.ts';
import { auditRow } from '../_shared/base/audit.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { isDuplicate, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { repository } from '../_shared/base/repository.ts';
import { inTransaction } from '../_shared/base/transaction.ts';

/** `defaultOf` is the template's id where the preset is the default and its own id otherwise; it is unique. */
export interface StoredPreset extends Preset {
  defaultOf: string;
  grams: string[];
}

const presets = repository<StoredPreset>('templatePresets');
const TRIES = 5;

/**
 * The former default steps down and the new one steps up in one moment. Who else made one meanwhile is met by the unique
 * `defaultOf`, and then it is done again from what holds now: the last one wins, and there is always one at most.
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
