import { defaultTexts } from '#cloudfunctions/_shared/legal/texts/index.ts';
import { DEFAULT_VERSION, legalKinds } from '#contract/legal.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { shanghaiTime } from '#contract/shanghai.ts';
import { DAY, demoAuthor, stamped } from './record.ts';

const { compliance, system, payment } = settingDefaults;

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
    siteName: settingDefaults.general.siteName,
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
