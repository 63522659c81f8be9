import { taskSentences } from '#contract/sentences/tasks.ts';
import { systemSettingsActions } from '#contract/settings.ts';
import { mergeSystemSettings } from '#contract/systemSettings.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { isLetThrough } from '../_shared/users/maintenance.ts';

export const main = defineFunction('systemSettings', systemSettingsActions, {
  getSettings: async (_data, context) => {
    const [system, { maintenance, ...general }] = await Promise.all([
      settingsOf('system'),
      settingsOf('general'),
    ]);
    const message = maintenance.message || taskSentences.maintenance;
    return mergeSystemSettings({
      ...system,
      site: { ...general, maintenance: isLetThrough(maintenance, context) ? null : message },
    });
  },
});
