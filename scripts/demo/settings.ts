import { settingDefaults } from '#contract/settingFields.ts';
import { demoLegal } from './legal.ts';
import { DAY, demoAuthor, stamped } from './record.ts';

/** Settings as an operator leaves them after a year; `payment` and `notification` are written
 * where the stand-ins of their services are set up. */
export const demoSettings = (today: number) => {
  const stamp = (daysAgo: number, rev = 1) => ({
    rev,
    createTime: today - 360 * DAY,
    updateTime: today - daysAgo * DAY,
    updateBy: demoAuthor,
  });
  const first = {
    ...settingDefaults.general,
    customerService: { wechat: 'ai_photo_help', phone: '400-000-0000', qrImage: '' },
    registerGiftCredits: 10,
  };
  const general = {
    ...first,
    aiNotice: '图片由人工智能生成，请勿用于证明真实身份',
    registerGiftCredits: 20,
    dailyFreeTasks: 1,
  };
  const { task } = settingDefaults.system;
  const system = { ...settingDefaults.system, task: { ...task, coinPriceFen: 400 } };
  const revision = (settingRev: number, daysAgo: number, data: object) => ({
    _id: `general_${settingRev}`,
    type: 'general',
    settingRev,
    data,
    by: demoAuthor,
    ...stamped(today - daysAgo * DAY),
  });
  const legal = demoLegal(today);
  return {
    legalTexts: legal.texts,
    settings: [
      { _id: 'compliance', ...legal.settings, files: [], ...stamp(300) },
      { _id: 'general', ...general, files: [], ...stamp(90, 2) },
      { _id: 'system', data: system, files: [], ...stamp(300) },
    ],
    settingRevisions: [revision(1, 360, first), revision(2, 90, general)],
  };
};
