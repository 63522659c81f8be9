/** Who reads a text: administrators in the back office and its handbook, or visitors on their pages. */
export type Reader = 'administrators' | 'visitors';

interface Term {
  /** What is meant, in English. */
  concept: string;
  /** What the product says. */
  use: readonly string[];
  /** What it says nowhere, but for the exceptions. */
  not: readonly string[];
  /** Where the words hold, unless everywhere. */
  readers?: Reader;
  note?: string;
  exceptions?: readonly { text: string; reason: string; file?: string }[];
}

const handbook = 'docs/handbook.md';

/** One word for one thing in every Chinese text; `tests/i18n/terms.test.ts` holds it. */
export const terms: readonly Term[] = [
  // Signing in.
  {
    concept: 'a second factor at sign-in',
    use: ['两步验证'],
    not: ['双因素', '双重验证', '二次验证', '两步认证', '二步验证'],
  },
  { concept: 'application that shows codes', use: ['验证器'], not: ['令牌应用', '动态令牌'] },
  { concept: 'code in place of those of the phone', use: ['恢复码'], not: ['备用码', '备份码'] },
  // Credits and money.
  {
    concept: 'credits or money given back',
    use: ['退回'],
    not: ['退还'],
    note: '「退款」 is the transaction with the gateway.',
  },
  {
    concept: 'money that left although the refund was voided',
    use: ['作废后仍退款', '款项未退回'],
    not: ['仍退出', '退出了', '没有退出', '可能退出'],
    note: '「退出」 is leaving an account.',
  },
  { concept: 'ledger of credits', use: ['积分明细'], not: ['积分流水'] },
  {
    concept: 'asking the gateway what became of a payment or a refund',
    use: ['查询支付结果', '查询退款结果'],
    not: ['查单', '同步支付结果', '同步退款结果', '查询退款」'],
  },
  { concept: 'submitting a failed refund again', use: ['重新提交'], not: ['重试退款'] },
  { concept: 'the person who asked for a refund', use: ['发起人'], not: ['申请人'] },
  { concept: 'price of buying a template once', use: ['单次售价'], not: ['单次价'] },
  {
    concept: "the provider's currency",
    use: ['RH 币'],
    not: ['币'],
    exceptions: [
      {
        text: '幣币',
        file: 'contract/simplified.ts',
        reason: 'A table of characters, never shown.',
      },
    ],
  },
  {
    concept: 'changing the package of a user',
    use: ['变更套餐'],
    not: ['修改用户套餐', '人工调整套餐'],
  },

  // Templates and what is made.
  {
    concept: 'another word for a keyword',
    use: ['同义词'],
    not: ['别名'],
    exceptions: [
      {
        text: '同义词|别名|aliases|alias',
        reason: 'Headings of imported tables: read, never shown.',
      },
    ],
  },
  {
    concept: 'pictures that show what a template makes',
    use: ['示例图'],
    not: ['效果图', '样例图'],
  },
  {
    concept: 'a template opened to users, and closed',
    use: ['上线', '下线'],
    not: [
      '上架一个模板',
      '模板已上架',
      '模板已下架',
      '模板已自动下架',
      '预设已下架',
      '上架模板',
      '下架模板',
      '下架的模板',
      '下架相关内容',
      '请下架',
    ],
    note: '「上架」 and 「下架」 are for packages, 「启用」 and 「停用」 for all else.',
  },
  { concept: 'disabling', use: ['停用'], not: ['禁用'] },
  { concept: 'how a template works', use: ['生成方式'], not: ['引擎'] },
  { concept: 'template for members', use: ['会员专享'], not: ['仅会员可用'] },
  {
    concept: 'what a task made',
    use: ['结果图', '作品'],
    not: ['成片'],
    note: 'Administrators read 「结果图」, visitors 「作品」.',
  },
  {
    concept: 'a work that is done, or failed',
    use: ['制作完成', '制作失败'],
    not: ['做好了', '没有做成'],
    readers: 'visitors',
  },
  {
    concept: 'what visitors upload',
    use: ['照片'],
    not: ['选择图片', '张图片', '上传图片', '上传的图片'],
    readers: 'visitors',
  },
  {
    concept: 'removing pictures whose time is over',
    use: ['清除'],
    not: ['清理'],
    readers: 'administrators',
    note: 'Visitors read 「删除」.',
    exceptions: [{ text: '清理空间', reason: 'Space of a disk, no pictures.' }],
  },
  {
    concept: 'removing pictures whose time is over',
    use: ['删除'],
    not: ['清理'],
    readers: 'visitors',
  },

  // Services.
  {
    concept: 'key of the image service',
    use: ['密钥', 'API Key管理'],
    not: ['Key'],
    note: '「API Key管理」 is the name of the page, written as in the specification.',
  },
  {
    concept: 'who makes the pictures',
    use: ['图像服务'],
    not: ['服务方', '服务商', '生成服务'],
    readers: 'administrators',
  },

  // Codes.
  { concept: 'code that is redeemed', use: ['激活码'], not: ['卡密'] },
  { concept: "redeeming a code in a user's name", use: ['代兑激活码'], not: ['代用户兑换'] },
  {
    concept: 'code that takes a print order from the web to the mini-program',
    use: ['认领码', '认领'],
    not: ['取件码', '接手', '冲印取件'],
    note: '「取件码」 opens a parcel locker.',
  },
  {
    concept: 'end of a term',
    use: ['到期时间', '已过期'],
    not: ['过期时间', '已到期', '有效期至'],
    note: '「有效期」 is the span, 「到期时间」 its end, 「已过期」 the state after it.',
  },

  // Prints.
  { concept: 'number of a parcel', use: ['快递单号'], not: ['运单'] },
  { concept: 'address of a parcel', use: ['收件地址'], not: ['收货地址'] },
  {
    concept: 'time until which a print is to be sent',
    use: ['发货期限'],
    not: ['发货时限', '应发货时间'],
  },
  { concept: 'after that time', use: ['超期'], not: ['逾期'] },
  {
    concept: 'price line of a size on a paper',
    use: ['冲印价格', '实体冲印服务包价格管理'],
    not: ['服务包价格'],
    note: '「实体冲印服务包价格管理」 is the name of the page, written as in the specification.',
  },
  {
    concept: 'waiting for other photos of a print order',
    use: ['请用户换图', '待用户换图'],
    not: ['联系用户换图', '请用户更换照片', '待用户处理', '冲印待处理', '挂起'],
  },
  { concept: 'going on with a print order', use: ['恢复处理'], not: ['恢复冲印订单'] },
  { concept: 'number of a telephone', use: ['手机号'], not: ['电话号码'] },

  // The back office.
  { concept: 'log of what administrators did', use: ['操作日志'], not: ['操作记录'] },
  {
    concept: "administrator's name",
    use: ['姓名'],
    not: ['管理员昵称', '昵称现为'],
    note: 'Users have a 「昵称」.',
  },
  {
    concept: 'ending the session of a device',
    use: ['强制退出'],
    not: ['结束登录', '结束设备登录', '结束它的登录'],
  },
  { concept: 'sending a message again', use: ['重发'], not: ['重新发送'] },
  {
    concept: 'giving tags and taking them',
    use: ['添加标签', '移除标签'],
    not: ['加标签', '去标签', '去掉'],
  },
  { concept: 'a secret that is stored', use: ['保存后不再显示'], not: ['只写不读'] },
  { concept: 'a user who is not signed in', use: ['未登录用户'], not: ['未登录者'] },
  { concept: 'complaints and feedback', use: ['投诉与反馈'], not: ['意见反馈', '投诉举报'] },
  { concept: 'account', use: ['账号'], not: ['帐号', '登陆'] },
  {
    concept: 'other',
    use: ['其他'],
    not: ['其它'],
    exceptions: [
      {
        text: '其它',
        file: 'contract/carrierNames.ts',
        reason: 'Names of carriers in imported tables: read, never shown.',
      },
    ],
  },

  // Language.
  {
    concept: 'the reader',
    use: ['你'],
    not: ['您'],
  },
  {
    concept: 'trying again after a while',
    use: ['请稍后再试'],
    not: ['稍后重试', '稍后再重试'],
  },
  {
    concept: 'quotation marks',
    use: ['「」'],
    not: ['“', '”'],
    exceptions: ['“', '”'].map(text => ({
      text,
      file: handbook,
      reason:
        'The handbook tells sentences of the product from names on the screen, and a test compares both.',
    })),
  },
  { concept: 'ellipsis', use: ['…'], not: ['……', '...'] },
  { concept: 'jumping over the menu', use: ['跳到正文'], not: ['跳到主要内容'] },

  // Measure words.
  {
    concept: 'counting print orders',
    use: ['单'],
    not: ['个冲印订单', ' 笔冲印', '张冲印订单', '个未完成的冲印订单', '条冲印订单'],
    note: 'A reprint is a 「补印单」, counted by 「张」.',
  },
  {
    concept: 'counting orders and refunds',
    use: ['笔'],
    not: ['个订单', '条订单', '单已付款', '个退款'],
  },
  {
    concept: 'counting differences of a bill',
    use: ['笔'],
    not: ['条差异', '个差异', '条对账差异'],
  },
  { concept: 'counting codes', use: ['个'], not: ['张激活码', '条激活码'] },
  {
    concept: 'counting templates, presets, categories, keywords, keys and the like',
    use: ['个'],
    not: [
      '条模板',
      '条预设',
      '条分类',
      '条关键词',
      '条本地应用',
      '条快捷入口',
      '条密钥',
      '条%{resource}',
      '条价格',
    ],
  },
];
