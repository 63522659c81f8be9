/** Why a message was not sent, for administrators, and what alerts say. */
export const messageSentences = {
  notWaiting: '这条消息已发送或正在等待发送',
  userWithoutWeChat: '该用户不是微信小程序用户，无法发送订阅消息',
  recordWithoutUser: '这条记录没有用户，无法发送',
  noServiceTemplate: '请先在「系统设置 → 通知设置」中填写客服提醒的模板 ID 和消息字段',

  // Why not, in records.
  noTemplate: '通知设置中没有填写这类消息的模板 ID',
  noFields: '通知设置中没有填写这类消息的字段',
  fieldRefused: (key: string, text: string) => `字段 ${key} 的内容「${text}」不符合微信的要求`,
  noMiniProgram: '没有填写小程序的 AppID 或 AppSecret',
  noRobot: '没有填写企业微信群机器人',
  noMail: '没有填写邮件服务器或通知邮箱',
  notWanted: '通知设置中没有勾选这类告警',
  unsubscribed: '用户没有订阅这类消息，或已用完订阅次数',
  blocked: '小程序的订阅消息功能已被封禁',
  wrongUser: '该用户不属于当前小程序',
  wrongTemplate: '模板 ID 不正确，或模板已删除',
  wrongPage: '跳转页面不存在',
  wrongFields: '字段与模板不符，或内容不符合微信的要求',
  dailyLimit: '今天的发送量已用完，明天再发',
  wrongSecret: 'AppID 或 AppSecret 不正确',
  addressNotAllowed: '服务器地址不在小程序的 IP 白名单中',
  refused: (code: number) => `微信拒绝了消息（${code}）`,
  noAnswer: '没有收到答复，可能已送达',
  robotRefused: (code: number) => `企业微信拒绝了消息（${code}）`,
  mailRefused: '邮件服务器拒绝了邮件，请检查账号、授权码和发件人',
  mailUnreachable: '无法连接邮件服务器',
  mailInnerAddress: '邮件服务器不能是内网地址',
  readableKeyDamaged: '已保存的密码无法解密，请重新填写',

  // Parts of texts.
  taskSucceeded: '制作完成',
  taskFailed: '制作失败',
  forGood: '长期',
  until: (time: string) => `至 ${time}`,
  resent: '重发',
} as const;

/** What administrators read: the first line is the subject of the mail. */
export const alertTexts = {
  refundAbnormal: {
    title: '退款异常，需要处理',
    lines: (values: Readonly<Record<string, string>>) => [
      `退款单号：${values['refundNo']}`,
      `订单号：${values['orderNo']}`,
      `金额：${values['amount']}`,
      `原因：${values['reason']}`,
      '处理：打开「退款记录」，处理异常退款',
    ],
  },
  keyExhausted: {
    title: '密钥余额不足或已失效',
    lines: (values: Readonly<Record<string, string>>) => [
      `名称：${values['name']}`,
      `原因：${values['reason']}`,
      '处理：打开「API Key管理」，充值或更换密钥',
    ],
  },
  taskFailures: {
    title: '模板已自动下线',
    lines: (values: Readonly<Record<string, string>>) => [
      `模板：${values['name']}`,
      `原因：${values['reason']}`,
      '处理：打开「模板管理」，检查工作流后试跑、上线',
    ],
  },
  fulfilFailed: {
    title: '已付款订单发放失败',
    lines: (values: Readonly<Record<string, string>>) => [
      `订单号：${values['orderNo']}`,
      `金额：${values['amount']}`,
      `原因：${values['reason']}`,
      '处理：打开「订单管理」，重新发放',
    ],
  },
  booksDiffer: {
    title: '对账发现差异',
    lines: (values: Readonly<Record<string, string>>) => [
      `日期：${values['day']}`,
      `差异：${values['count']} 笔`,
      '处理：打开「对账」，逐笔处理差异',
    ],
  },
  templateHeld: {
    title: '模板没有按时上线',
    lines: (values: Readonly<Record<string, string>>) => [
      `模板：${values['name']}`,
      `原因：${values['reason']}`,
      '处理：打开模板，补全后手动上线，或另定上线时间',
    ],
  },
  legalMissing: {
    title: '合规信息不全，仍有模板在线',
    lines: (values: Readonly<Record<string, string>>) => [
      `缺少：${values['missing']}`,
      '处理：打开「系统设置 → 合规」，补全后才能上线新的模板',
    ],
  },
  secondFactorChanged: {
    title: '管理员的两步验证有变更',
    lines: (values: Readonly<Record<string, string>>) => [
      `管理员：${values['name']}`,
      `变更：${values['change']}`,
      '处理：如果不是本人或同事操作，请立即停用该管理员',
    ],
  },
  approvalWaiting: {
    title: '有待审批事项',
    lines: (values: Readonly<Record<string, string>>) => [
      `事项：${values['what']}`,
      `事由：${values['reason']}`,
      `发起人：${values['name']}`,
      '处理：打开「审批」，通过或驳回',
    ],
  },
  budgetNear: {
    title: '今日预算已用 80%',
    lines: (values: Readonly<Record<string, string>>) => [
      `已用：${values['coins']} RH 币，预算 ${values['most']}`,
      '用完后免费制作停止，已付费的照常。处理：打开「系统参数」，调整每日预算',
    ],
  },
  budgetSpent: {
    title: '今日预算用完，免费制作已停止',
    lines: (values: Readonly<Record<string, string>>) => [
      `已用：${values['coins']} RH 币，预算 ${values['most']}`,
      '明天 0 点恢复。处理：打开「系统参数」，调整每日预算',
    ],
  },
  keysLow: {
    title: '密钥余额偏低',
    lines: (values: Readonly<Record<string, string>>) => [
      `数量：${values['count']} 个`,
      '处理：打开「API Key管理」，充值后余额自动更新',
    ],
  },
  feedbackOverdue: {
    title: '有反馈超期未答复',
    lines: (values: Readonly<Record<string, string>>) => [
      `数量：${values['count']} 条`,
      '处理：打开「投诉与反馈」，尽快回复用户',
    ],
  },
  printsOverdue: {
    title: '有冲印订单超期未发货',
    lines: (values: Readonly<Record<string, string>>) => [
      `数量：${values['count']} 笔`,
      '处理：打开「冲印订单管理」，尽快制作和发货',
    ],
  },
  queueLong: {
    title: '排队任务过多',
    lines: (values: Readonly<Record<string, string>>) => [
      `排队：${values['count']} 个`,
      '处理：打开「API Key管理」，增加密钥或提高并发',
    ],
  },
  daily: {
    title: '昨日数据',
    lines: (values: Readonly<Record<string, string>>) => [
      `日期：${values['day']}`,
      `收款：${values['paid']}，${values['orders']} 笔`,
      `退款：${values['refunded']}`,
      `新增用户：${values['users']} 人`,
      `生成：成功 ${values['made']} 个，失败 ${values['failed']} 个`,
    ],
  },
} as const;

/** The message of a test of the settings. */
export const testMessage = {
  title: '测试消息',
  text: '后台通知配置正常。',
  sent: '已发送',
} as const;
