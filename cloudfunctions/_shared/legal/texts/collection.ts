/* eslint-disable no-restricted-syntax -- the default of a legal text, no sentences of the server */
import type { LegalFacts } from '../facts.ts';

interface Item {
  name: string;
  purpose: string;
  when: string;
  kept: string;
  isNecessary: boolean;
  /** What is lost without it. */
  otherwise: string;
}

const items = ({
  userUploadDays,
  resultDays,
  pastAccountDays,
  orderYears,
  ledgerYears,
  feedbackYears,
  userLogMonths,
  printPhotoDays,
  under14,
}: LegalFacts): Item[] => [
  {
    name: '账号标识：微信用户标识，或网页的匿名标识',
    purpose: '识别账号，保存作品和积分',
    when: '第一次上传、制作、兑换、下单或反馈时',
    kept: '到注销账号为止；订单和积分明细等记录里的标识随记录保留',
    isNecessary: true,
    otherwise: '只能浏览模板',
  },
  {
    name: '昵称、头像、手机号',
    purpose: '显示身份，客服核对和联系',
    when: '你在小程序里主动提供时',
    kept: '到注销账号为止；手机号加密保存',
    isNecessary: false,
    otherwise: '不影响制作',
  },
  ...(under14
    ? [
        {
          name: '监护人的姓名和联系方式',
          purpose: '证明监护人的同意，与监护人联系',
          when: '不满 14 周岁的用户第一次上传照片之前，由监护人填写时',
          kept: '加密保存，撤回同意或注销账号时立即删除',
          isNecessary: true,
          otherwise: '不满 14 周岁的用户不能上传照片',
        },
      ]
    : []),
  {
    name: '邀请你的用户',
    purpose: '赠送邀请的积分，防止滥用',
    when: '你从邀请链接来，第一次使用账号时',
    kept: '到注销账号为止；赠送积分的明细随积分明细保留',
    isNecessary: false,
    otherwise: '没有邀请的积分',
  },
  {
    name: '照片（敏感个人信息，可能有人脸）',
    purpose: '制作作品，冲印',
    when: '你单独同意之后上传时',
    kept: `${userUploadDays} 天，或到你撤回同意、删除全部数据为止；冲印订单用到的，到订单结束后 ${printPhotoDays} 天`,
    isNecessary: true,
    otherwise: '不能制作需要照片的作品',
  },
  {
    name: '填写的文字和选项',
    purpose: '制作作品，内容审核',
    when: '开始制作时',
    kept: '随制作记录保留，到注销账号为止',
    isNecessary: true,
    otherwise: '不能使用需要这些内容的模板',
  },
  {
    name: '作品和评分',
    purpose: '展示、下载、冲印，改进模板',
    when: '制作完成时；评分由你自愿填写',
    kept: `图片 ${resultDays} 天，或到你删除为止；没有结束的冲印用到的，到订单结束后 ${printPhotoDays} 天`,
    isNecessary: true,
    otherwise: '没有作品可以查看',
  },
  {
    name: '订单记录：商品、金额、时间、支付和退款结果、备注',
    purpose: '交付、对账、退款和售后',
    when: '购买、付款、退款时',
    kept: `最后一次变动后 ${orderYears} 年，之后只保留商品、金额、时间、单号和发票号码`,
    isNecessary: true,
    otherwise: '不能购买，但可以使用免费的功能',
  },
  {
    name: '发票信息：抬头、税号、接收邮箱',
    purpose: '开具、发送和红冲发票',
    when: '你申请发票时',
    kept: '邮箱到注销账号为止；抬头和税号与订单记录相同',
    isNecessary: false,
    otherwise: '不能开具发票',
  },
  {
    name: '退款申请：原因和说明',
    purpose: '处理退款',
    when: '你申请退款时；说明选填',
    kept: '说明到注销账号为止，最长与订单记录相同',
    isNecessary: false,
    otherwise: '可以改用「投诉与反馈」申请',
  },
  {
    name: '积分明细、会员和兑换记录',
    purpose: '计算余额，处理争议',
    when: '积分或会员变动时',
    kept: `积分明细和兑换记录 ${ledgerYears} 年；会员变动 ${userLogMonths} 个月`,
    isNecessary: true,
    otherwise: '不能使用积分',
  },
  {
    name: '收件信息：收件人、手机号、收件地址',
    purpose: '寄送纸质照片',
    when: '下冲印订单时',
    kept: '加密保存，与冲印订单的记录相同',
    isNecessary: true,
    otherwise: '不能冲印，其他功能不受影响',
  },
  {
    name: '收款账户和姓名',
    purpose: '原账户无法收到退款时，退到你指定的账户',
    when: '你为这笔退款提供时',
    kept: '提交给微信支付办理这笔退款，办完之后删除',
    isNecessary: false,
    otherwise: '改用其他退款方式',
  },
  {
    name: '投诉与反馈的内容和联系方式',
    purpose: '处理和答复',
    when: '你提交时；联系方式选填，申请未成年人退款时还要提供身份和监护关系的证明',
    kept: `内容在处理完成、不再变动后 ${feedbackYears} 年；证明材料核实之后删除`,
    isNecessary: false,
    otherwise: '不留联系方式，我们可能无法答复你',
  },
  {
    name: '客服的标签和备注',
    purpose: '售后服务',
    when: '客服处理你的问题时',
    kept: `标签到注销账号为止；备注 ${userLogMonths} 个月`,
    isNecessary: false,
    otherwise: '不影响使用',
  },
  {
    name: '网络地址（IP）',
    purpose: '证明你的同意，防止滥用，保障安全',
    when: '同意协议或撤回同意、没有得到赠送的积分、提交反馈、兑换激活码失败时；每次访问时用于计数',
    kept: `同意协议时的到注销账号为止，其他随账号变动记录保留 ${userLogMonths} 个月，最长也到注销账号为止；计数用加密摘要，通常不超过 1 天`,
    isNecessary: true,
    otherwise: '不能使用服务',
  },
  {
    name: '发给你的消息',
    purpose: '通知制作、付款、退款和发货',
    when: '你订阅微信消息之后',
    kept: '180 天，或到注销账号为止',
    isNecessary: false,
    otherwise: '收不到提醒，可以自己查看',
  },
  {
    name: '注销之后的次数记录（加密，不含姓名和账号）',
    purpose: '避免重复领取，结清欠额',
    when: '你注销账号时',
    kept: `注销后 ${pastAccountDays} 天`,
    isNecessary: true,
    otherwise: '不能防止重复领取赠送和免费次数',
  },
];

const section = ({ name, purpose, when, kept, isNecessary, otherwise }: Item): string =>
  `
## ${name}
- 目的：${purpose}
- 收集时间：${when}
- 保存：${kept}
- 是否必需：${isNecessary ? '必需' : '不必需'}。没有时，${otherwise}。
`.trim();

/** 个人信息收集清单 */
export const collection = (facts: LegalFacts): string =>
  `
下面逐项列出我们收集的个人信息。「必需」指没有它就不能提供对应的功能；不使用某项功能，就不会收集为它所需的信息。

${items(facts).map(section).join('\n\n')}

## 不收集的信息
我们不收集位置、通讯录、短信、通话记录、设备里的其他照片，不收集支付密码，也不保存人脸特征；制作时图像服务可能临时分析面部，用来生成画面。照片文件里的拍摄地点和设备信息在上传时删除。
`.trim();
