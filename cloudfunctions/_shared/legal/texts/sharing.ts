/* eslint-disable no-restricted-syntax -- the default of a legal text, no sentences of the server */
import type { LegalFacts } from '../facts.ts';
import { place } from './place.ts';

interface Receiver {
  name: string;
  /** Whether it processes for us, or decides itself what becomes of it. */
  relation: string;
  purpose: string;
  /** What it gets. */
  information: string;
  where: string;
  handling: string;
  policy: string;
}

const tencent = '腾讯云计算（北京）有限责任公司及其关联公司';
const inChina = '中国境内';
const forUs = '受我们委托处理，按我们的要求处理';
const byItself = '我们向其提供，由其依法自行决定怎样处理';

const receivers = ({
  userUploadDays,
  moderatesImages,
  moderatesTexts,
  moderatesResults,
  isAbroad,
}: LegalFacts): Receiver[] => [
  {
    name: `RunningHub（图像服务），${place('RunningHub 的公司全称和联系方式')}`,
    relation: forUs,
    purpose: '按你选择的模板制作作品',
    information:
      '你为这件作品上传的照片（可能有人脸）、填写的文字和选项，以及制作编号；不含你的昵称、手机号和账号',
    where: isAbroad
      ? `境内站在中国境内；使用国际站时在境外：${place('国际站的公司全称、国家或地区、联系方式')}`
      : inChina,
    handling: `只在制作时传输。制作后的保存和清除按其规则：${place('RunningHub 保存照片和结果的时间')}`,
    policy: 'RunningHub 隐私政策的网址',
  },
  ...(moderatesImages || moderatesTexts || moderatesResults
    ? [
        {
          name: `腾讯云内容安全，${tencent}`,
          relation: forUs,
          purpose: moderatesResults
            ? '在制作之前和展示作品之前审核是否违法违规'
            : '制作之前审核是否违法违规',
          information: [
            moderatesImages && '你上传的照片（可能有人脸）',
            moderatesTexts && '你填写的文字',
            moderatesResults && '为你制作的作品',
          ]
            .filter(Boolean)
            .join('、'),
          where: inChina,
          handling: '只返回审核结果，我们不要求其保存',
          policy: '腾讯云隐私声明的网址',
        },
      ]
    : []),
  {
    name: `腾讯云开发（CloudBase），${tencent}`,
    relation: forUs,
    purpose: '运行服务，存储数据和图片',
    information: '本服务的全部信息，其中手机号和收件地址先加密再存储；访问时的网络地址',
    where: `${inChina}（上海）`,
    handling: `照片 ${userUploadDays} 天后清除，其他见《隐私政策》`,
    policy: '腾讯云隐私声明的网址',
  },
  {
    name: `腾讯云点播，${tencent}`,
    relation: forUs,
    purpose: '播放模板的效果视频',
    information: '播放视频时的网络地址和浏览器信息；不含你的照片和作品',
    where: inChina,
    handling: '用于传输和统计流量，按其规则保存',
    policy: '腾讯云隐私声明的网址',
  },
  {
    name: '微信支付，财付通支付科技有限公司',
    relation: byItself,
    purpose: '收款、退款和对账',
    information: '微信用户标识、订单号、商品名称、金额；退款原因；无法原路退回时你提供的收款账户',
    where: inChina,
    handling: '由其作为支付机构依法处理和保存',
    policy: '微信支付隐私政策的网址',
  },
  {
    name: '微信小程序，深圳市腾讯计算机系统有限公司',
    relation: byItself,
    purpose: '登录、发送订阅消息、同步发货信息和查询物流',
    information:
      '微信用户标识；消息的内容，例如模板名称、订单号、冲印单号、快递单号、金额、结果或原因、时间；发货时的快递公司、快递单号和商品说明、部分隐去的收件人手机号；查询物流时的收件人手机号',
    where: inChina,
    handling: '在你订阅消息、付款或等待收件时传输，由其按自己的规则处理',
    policy: '微信隐私保护指引的网址',
  },
  {
    name: `快递公司，${place('合作的快递公司')}`,
    relation: byItself,
    purpose: '寄送纸质照片',
    information: '收件人、手机号、收件地址',
    where: inChina,
    handling: '只用于寄送，按快递业务的规定保存',
    policy: '快递公司隐私政策的网址',
  },
];

const section = ({
  name,
  relation,
  purpose,
  information,
  where,
  handling,
  policy,
}: Receiver): string =>
  `
## ${name.split('，')[0]}
- 名称：${name}
- 关系：${relation}
- 目的：${purpose}
- 信息：${information}
- 地点：${where}
- 保存和处理：${handling}
- 隐私政策：${place(policy)}
`.trim();

const abroad = ({ isAbroad }: LegalFacts): string =>
  isAbroad
    ? '我们正在使用图像服务的国际站：制作时照片和填写的内容会传输到境外。这需要你的单独同意；不同意的，请不要上传照片。你可以向境外接收方行使查阅、复制、更正、删除的权利，也可以由我们代为提出。'
    : '清单里的各方都在中国境内处理信息，照片不会传输到境外。';

/** 第三方信息共享清单 */
export const sharing = (facts: LegalFacts): string =>
  `
为了提供服务，我们把必要的个人信息交给下列各方。我们只提供实现目的所必需的部分，要求对方保密并采取安全措施。增加或更换接收方时，我们更新本清单，并在你下次制作、购买、兑换或上传照片之前请你重新同意。

## 是否出境
${abroad(facts)}

${receivers(facts).map(section).join('\n\n')}

## 说明
- 纸质照片的冲印：${place('由我们自己冲印，或受托工厂的名称、地点和联系方式')}。受托的工厂受我们委托处理，只得到打印文件和发货所需的收件信息。
- 内容审核没有开启的种类，不会发给内容安全服务。
- 后台的提醒会发给我们的工作人员，里面没有你的照片、手机号和收件地址。
- 你可以通过「投诉与反馈」要求我们提供接收方的联系方式，或协助你向其提出要求。
`.trim();
