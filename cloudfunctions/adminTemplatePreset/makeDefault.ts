import type { Preset } from '#contract/preset.ts';
import { presetSentences } from '#contract/sentences/templates.ts';
import { actorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { isDuplicate, stateNotAllowed } from '../_shared/base/errors.ts';
import { repository } from '../_shared/base/repository.ts';
import { inTransaction } from '../_shared/base/transaction.ts';

/** `defaultOf` is the template's id for the default preset and the preset's own id otherwise; it is unique. */
export interface StoredPreset extends Preset {
  defaultOf: string;
  grams: string[];
}

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
  const by = await actorOf(context);
  for (let tries = 1; ; tries += 1) {
    const [former] = await presets.find({ defaultOf: templateId }, { limit: 1 });
    try {
      return await inTransaction(async transaction => {
        const preset = await transaction.require<StoredPreset>('templatePresets', id);
        if (preset.status !== 'enabled') throw stateNotAllowed(presetSentences.disabled);
        const old = former && (await transaction.get<StoredPreset>('templatePresets', former._id));
        if (old?.isDefault && old._id !== id) {
          const steppedDown = { isDefault: false, defaultOf: old._id };
          await transaction.change('templatePresets', old, steppedDown);
        }
        const patch = { isDefault: true, defaultOf: templateId };
        return transaction.change('templatePresets', preset, patch, {
          by,
          resource: 'preset',
          before: { isDefault: false, formerDefault: former?._id ?? '' },
          after: { isDefault: true, formerDefault: '' },
        });
      });
    } catch (error) {
      if (!isDuplicate(error) || tries >= TRIES) throw error;
    }
  }
};
