import { adminSettingsActions } from '#contract/adminSettings.ts';
import type { SettingType } from '#contract/settingFields.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { listing } from '../_shared/base/listing.ts';
import { repository } from '../_shared/base/repository.ts';
import { settings } from '../_shared/base/settings.ts';
import { getLegalText, getLegalTexts, publishLegalText } from './legal.ts';
import { tryNotification, tryPayment, tryStorage } from './probes.ts';
import { systemStatus } from './status.ts';
import { completed, shown, type Values } from './values.ts';
import { type Revision, writeSettings } from './write.ts';

const revisions = repository<Revision>('settingRevisions');
const listRevisions = listing<Revision>({
  collection: 'settingRevisions',
  defaultSort: [['settingRev', 'desc']],
});

const read = async <T extends SettingType>(type: T) =>
  shown(type, await settings.get(type)) as Extract<ReturnType<typeof shown>, { type: T }>;

const write = async <T extends SettingType>(
  type: T,
  ...rest: [number | undefined, Values, Parameters<typeof writeSettings>[3], number?]
) => (await writeSettings(type, ...rest)) as Extract<ReturnType<typeof shown>, { type: T }>;

export const main = defineFunction('adminSettings', adminSettingsActions, {
  getSettings: ({ type }) => read(type),
  updateSettings: ({ type, rev, data }, context) => write(type, rev, data, context),
  getPaymentSettings: () => read('payment'),
  updatePaymentSettings: ({ rev, data }, context) => write('payment', rev, data, context),
  getNotificationSettings: () => read('notification'),
  updateNotificationSettings: ({ rev, data }, context) => write('notification', rev, data, context),

  getSystemStatus: () => systemStatus(),

  getSettingRevisions: async ({ type, ...page }) => {
    const { list, total } = await listRevisions({ ...page, filter: { type } });
    const shownRow = ({ settingRev: rev, data, ...row }: Revision) => ({
      ...row,
      rev,
      data: completed(type, data),
    });
    return { total, list: list.map(shownRow) };
  },

  restoreSetting: withLoad(
    ({ type, rev }) => revisions.require(`${type}_${rev}`),
    ({ type, rev, currentRev }, context, { data }) => write(type, currentRev, data, context, rev),
  ),

  getLegalTexts,
  getLegalText,
  publishLegalText,

  testPayment: () => tryPayment(),
  testNotification: (trial, context) => tryNotification(trial, context),
  testStorage: () => tryStorage(),
});
