import { defaultTexts } from '#cloudfunctions/_shared/legal/texts/index.ts';
import { DEFAULT_VERSION, legalKinds } from '#contract/legal.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { shanghaiTime } from '#contract/shanghai.ts';
import { DAY, demoAuthor, stamped } from './record.ts';

const { compliance, system, payment, general } = settingDefaults;

const operator = {
  name: '演示影像科技有限公司',
  licenseUrl: 'https://example.com/license',
  address: '浙江省杭州市西湖区示例路 1 号',
};
const filing = {
  icp: '浙ICP备00000000号-1',
  police: '浙公网安备33010600000000号',
  algorithm: '网信算备330106000000001240017号',
  model: '示例图像生成模型',
  modelNumber: 'Zhejiang-Shili-202600000000',
};

/** The version of all texts of the demo, which its users have agreed to and the contract's examples name. */
export const demoLegalVersion = DEFAULT_VERSION;

/** Complete, so that templates of the demo can go online; nothing of it is real. */
export const demoLegal = (today: number) => {
  const version = demoLegalVersion;
  const facts = {
    siteName: general.siteName,
    operator: operator.name,
    address: operator.address,
    contact: '微信 ai_photo_help，电话 400-000-0000',
    algorithm: filing.algorithm,
    model: filing.model,
    modelNumber: filing.modelNumber,
    ...system.retention,
    moderatesImages: true,
    moderatesTexts: true,
    moderatesResults: true,
    isAbroad: false,
    ...compliance.complaints,
    webOrderDays: payment.webOrderDays,
    allowPartial: true,
    under14: false,
  };
  return {
    settings: {
      ...compliance,
      operator,
      filing,
      miniProgram: { consentFrom: shanghaiTime(today - 300 * DAY).slice(0, 10) },
      documents: Object.fromEntries(legalKinds.map(kind => [kind, version])),
    },
    texts: legalKinds.map(kind => ({
      _id: `${kind}_${version}`,
      ...stamped(today - 300 * DAY),
      kind,
      version,
      text: defaultTexts[kind](facts).replaceAll(/【请填写：[^】]*】/g, '（演示内容）'),
      facts,
      by: demoAuthor,
    })),
  };
};

/** Settings as an operator leaves them after a year; `payment` and `notification` are written
 * where the stand-ins of their services are set up. */
export const demoSettings = (today: number) => {
  const setting = (_id: string, daysAgo: number, data: object, rev = 1) => ({
    _id,
    ...data,
    files: [],
    ...stamped(today - 360 * DAY, today - daysAgo * DAY),
    rev,
    updateBy: demoAuthor,
  });
  const first = {
    ...general,
    customerService: { wechat: 'ai_photo_help', phone: '400-000-0000', qrImage: '' },
    registerGiftCredits: 10,
  };
  const second = {
    ...first,
    aiNotice: '图片由人工智能生成，请勿用于证明真实身份',
    registerGiftCredits: 20,
    dailyFreeTasks: 1,
  };
  const data = { ...system, task: { ...system.task, coinPriceFen: 400 } };
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
      setting('compliance', 300, legal.settings),
      setting('general', 90, second, 2),
      setting('system', 300, { data }),
    ],
    settingRevisions: [revision(1, 360, first), revision(2, 90, second)],
  };
};
