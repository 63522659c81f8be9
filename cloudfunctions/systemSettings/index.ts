import { systemSettingsActions } from '#contract/settings.ts';
import { mergeSystemSettings } from '#contract/systemSettings.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { noticesFor } from '../_shared/users/opening.ts';

export const main = defineFunction('systemSettings', systemSettingsActions, {
  getSettings: async (_data, context) => {
    const [system, general] = await Promise.all([settingsOf('system'), settingsOf('general')]);
    return mergeSystemSettings({
      ...system,
      site: { ...general, ...noticesFor(context, general) },
    });
  },
});
