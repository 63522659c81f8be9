import type { LedgerKind } from '#contract/creditLedger.ts';

/** What visitors read on the page about themselves. */
export const visitorMe = {
  title: '我的',
  unnamed: '微信用户',
  anonymous: '匿名访客',
  anonymousWarning:
    '你正在匿名使用，作品和积分只保存在当前浏览器。清除浏览器数据、换浏览器或换设备，都会丢失作品和积分。',
  phone: (tail: string) => `手机尾号 ${tail}`,
  since: (day: string) => `${day} 加入`,
  member: (name: string, until: string) => (until ? `${name}，${until} 到期` : name),

  total: '可用积分',
  paid: '购买',
  gift: '赠送',
  creditsHint: '制作时先用赠送的积分。积分长期有效。购买的在注销账号之前可以申请退款，注销时清零。',
  refunding: (count: number) => `退款中，${count} 积分已收回，暂不可用；退款未成会退回。`,

  redeem: '兑换激活码',
  code: '激活码',
  codePlaceholder: '请输入 18 位激活码',
  codeRequired: '请输入激活码',
  codeMalformed: '激活码有误，请对照检查',
  redeemAction: '兑换',
  redeeming: '正在兑换…',
  redeemed: (credits: number, packageName: string) =>
    `兑换成功，获得${[credits > 0 && ` ${credits} 积分`, packageName && `「${packageName}」`]
      .filter(Boolean)
      .join('和')}`,
  redeemUnclear: (message: string) => `${message}。请先看看积分是否已到账，再决定是否重试。`,

  packages: '套餐',
  packagesHint: '查看积分包和会员，在小程序内购买',
  noPackages: '还没有在售的套餐',
  originPrice: '原价 ',
  creditsIn: (count: string) => `${count} 积分`,
  giftIn: (count: string) => `赠送 ${count} 积分`,
  daysIn: (count: number) => `会员 ${count} 天`,
  limit: (count: number) => `每人限购 ${count} 次`,
  toMiniProgram: '去小程序购买',

  letters: '我的反馈',
  unread: (count: number) => `${count} 条新回复`,
  lettersHint: '提交的问题、客服的回复',
  prints: '我的冲印',
  printsHint: '查看冲印订单和快递',

  invite: '邀请好友',
  inviteHint: ({
    inviterCredits,
    invitedCredits,
  }: {
    inviterCredits: number;
    invitedCredits: number;
  }) =>
    `新用户打开你的链接开始使用，第一次制作成功后，${[
      inviterCredits > 0 && `你得 ${inviterCredits} 积分`,
      invitedCredits > 0 && `对方得 ${invitedCredits} 积分`,
    ]
      .filter(Boolean)
      .join('，')}。每天奖励的次数有限。`,
  inviteLater: '同意协议、开始制作后，这里会出现你的邀请链接。',
  copyInvitation: '复制邀请链接',

  ledger: '积分明细',
  kinds: {
    buy: '购买',
    code: '激活码兑换',
    gift: '赠送',
    consume: '制作',
    refund_task: '制作退回',
    refund_order: '退款收回',
    refund_undone: '退款未成，已退回',
    admin: '客服调整',
    expire: '过期',
  } satisfies Record<LedgerKind, string>,
  noLedger: '还没有积分变动',
  ledgerFound: (total: number) => `共 ${total} 条`,
  balance: (balance: string) => `余额 ${balance}`,

  help: '帮助与反馈',
  feedback: '投诉与反馈',
  feedbackHint: '效果、内容、侵权或支付问题，都可以告诉我们',
  cancel: '取消',

  service: '联系客服',
  wechat: '微信',
  copy: '复制',
  copyWechat: '复制微信号',
  copied: '已复制',
  notCopied: '复制失败，请长按选择后复制',
  phoneNumber: '电话',
  qrImage: '客服二维码',
  qrHint: '用微信扫一扫，或长按识别',

  legal: '协议与隐私',
  agreed: (version: string) => `已同意《用户协议》和《隐私政策》${version} 版`,
  agreedOlder: (version: string, current: string) =>
    `已同意《用户协议》和《隐私政策》${version} 版，现行为 ${current} 版，下次上传照片时请重新确认`,
  notAgreed: '尚未同意《用户协议》和《隐私政策》，首次制作、购买或兑换时确认',

  deleteData: '删除我的全部数据',
  deleteHint: '照片和作品立即清除，无法恢复',
  deleteChecking: '正在查看有哪些数据…',
  willBeErased: '将会立即清除',
  photos: (count: number) => `上传的照片 ${count} 张`,
  works: (count: number) => `作品 ${count} 个，包括图片和填写的内容`,
  printed: '已结束的冲印用到的照片和作品，之后不能补印',
  creditsLeft: (count: string) => `剩余的 ${count} 积分`,
  account: '昵称、手机号等个人信息，客服的备注、记录的网络地址，账号随即注销',
  willStay: '将会保留',
  staying:
    '订单、退款、冲印和积分明细，连同其中的付款账号、昵称、收件信息、发票抬头和税号，用于对账、发货和售后',
  stayingLetters: '投诉与反馈的内容和联系方式、客服的答复，用于处理和举证',
  stayingRecords: '同意记录、账号变动和后台操作日志，不含你的昵称、账号和网络地址，用于证明和安全',
  printing: (prints: number, pictures: number, days: number) =>
    `制作或寄送中的冲印 ${prints} 笔，用到的 ${pictures} 张照片和作品用于完成这些冲印和售后，签收或取消 ${days} 天后清除，发货照常通知你`,
  pastAccount: (days: number) =>
    `为避免重复领取，还会保留一份不含姓名和账号的加密记录：领过的赠送、用过的免费、兑换和限购次数，以及未结清的积分，${days} 天后清除`,
  openKinds: { order: '订单', print: '冲印订单' },
  open: (what: string) =>
    `还有 ${what}没有完成，暂时不能删除。请在完成、取消或撤回退款申请后再试，或联系客服处理。`,
  openPrint: (number: string) => `冲印订单 ${number}`,
  openOrder: (number: string) => `订单 ${number}`,
  cancelOrder: '取消订单',
  cancelAsk: (number: string) => `取消订单 ${number}？`,
  cancelEffect: '取消后不能再付款。',
  typeToConfirm: (word: string) => `请输入「${word}」确认`,
  confirmWord: '删除',
  confirmDelete: '确认删除',
  deleting: '正在删除…',
};
