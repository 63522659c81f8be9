import { systemSettingsActions } from '#contract/settings.ts';
import { mergeSystemSettings, type SystemSettings } from '#contract/systemSettings.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';

interface StoredSettings extends Stored {
  data: Partial<SystemSettings>;
}

const settings = repository<StoredSettings>('settings');

export const main = defineFunction('systemSettings', systemSettingsActions, {
  getSettings: async ({ group }) => mergeSystemSettings((await settings.get(group))?.data),
});
