import type { Defect } from './defect.ts';

const effects = 'tests/functions/base/settingEffects.test.ts';
const adminSettings = 'tests/functions/base/adminSettings.test.ts';
const cleaning = 'tests/functions/files/cleaning.test.ts';
const opening = 'cloudfunctions/_shared/users/opening.ts';

/** Whether a setting does what it says, and what erasing spares. */
export const settings: Defect[] = [
  {
    says: 'During maintenance it is those on the list who are kept out.',
    file: opening,
    find: 'on && !allowOpenids.includes(openid)',
    replace: 'on && allowOpenids.includes(openid)',
    caughtBy: effects,
    title: 'may begin nothing during maintenance',
  },
  {
    says: 'The closed web side is open for all known users.',
    file: opening,
    find: 'visitor.enabled || isWechatOpenid(openid)',
    replace: "visitor.enabled || isWechatOpenid(openid) || openid !== ''",
    caughtBy: effects,
    title: 'of the web may only look',
  },
  {
    says: 'A partial refund is made although the settings allow none.',
    file: 'cloudfunctions/_shared/refunds/due.ts',
    find: 'amountFen < left && !terms.allowPartial',
    replace: 'amountFen > left && !terms.allowPartial',
    caughtBy: effects,
    title: 'without partial refunds',
  },
  {
    says: 'Restoring a version does not tell of the fields that go back to their defaults.',
    file: 'cloudfunctions/adminSettings/index.ts',
    find: 'data: completed(type, data)',
    replace: 'data: completed(type, {}) && data',
    caughtBy: adminSettings,
    title: 'are restored exactly',
  },
  {
    says: 'Restoring settings takes back what another administrator has saved meanwhile.',
    file: 'cloudfunctions/adminSettings/index.ts',
    find: 'write(type, currentRev, data',
    replace: 'write(type, undefined, data',
    caughtBy: adminSettings,
    title: 'are restored to a version',
  },
  {
    says: 'Restoring settings throws unsaved input away.',
    file: 'src/admin/resources/settings/SettingsHistory.tsx',
    find: 'disabled={isUnsaved}',
    replace: 'disabled={false}',
    caughtBy: 'tests/screens/settingsPage.test.tsx',
    title: 'then no version replaces it',
  },
  {
    says: 'Nobody knows who has sent a user a trial message.',
    file: 'cloudfunctions/adminSettings/probes.ts',
    find: 'await audit({',
    replace: 'await Promise.resolve({',
    caughtBy: adminSettings,
    title: 'of a message really reaches the user',
  },
  {
    says: 'A photo is kept that is larger than the settings allow by now.',
    file: 'cloudfunctions/appUpload/index.ts',
    find: 'takeArrived(ticket, limit, ',
    replace: 'takeArrived(ticket, limit && MAX_PHOTO_BYTES, ',
    caughtBy: effects,
    title: 'is refused to a visitor',
  },
  {
    says: 'What came into use is erased all the same.',
    file: 'cloudfunctions/worker/files.ts',
    find: 'deleteTime !== null && used.has(filePath)',
    replace: 'deleteTime === null && used.has(filePath)',
    caughtBy: cleaning,
    title: 'come back',
  },
  {
    says: 'A visitor’s photo is taken away while the task waits for it.',
    file: 'cloudfunctions/worker/expire.ts',
    find: '!busy.has(userId)',
    replace: "!busy.has(userId) || userId !== ''",
    caughtBy: cleaning,
    title: 'stay while their visitor has a task',
  },
  {
    says: 'A setting is shown, stored, and read by nothing.',
    file: 'cloudfunctions/adminDashboard/engine.ts',
    find: '.task.coinPriceFen',
    replace: '.task.pollMs',
    caughtBy: 'tests/settings/settings.test.ts',
    title: 'system.task.coinPriceFen is read',
  },
];
