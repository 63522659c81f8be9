import type { Choice } from './action.ts';
import { MAX_TICKET_BYTES } from './constants.ts';
import { feedbackTopics } from './feedbackTopics.ts';
import type { Limit } from './limits/limit.ts';
import { wechatPayLimits } from './limits/wechatPay.ts';
import {
  alertEvents,
  isFieldKey,
  unknownNames,
  type UserEventName,
  userEventNames,
} from './messageEvents.ts';
import { openid } from './openid.ts';
import { plainPem } from './pasted.ts';
import { shape } from './sentences/shape.ts';
import { keysOf, oneOf } from './states.ts';
import { defaultSystemSettings } from './systemSettings.ts';
import {
  each,
  email,
  id,
  line,
  optionalFilePath,
  optionalLine,
  optionalText,
  orEmpty,
  pasted,
  shaped,
  text,
  withinBytes,
  z,
} from './zod.ts';

export const settingTypes = {
  general: { label: '基本设置', tone: 'neutral' },
  compliance: { label: '合规', tone: 'warning' },
  payment: { label: '支付设置', tone: 'info' },
  notification: { label: '通知设置', tone: 'info' },
  system: { label: '系统参数', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type SettingType = keyof typeof settingTypes;

const none: Record<SettingType, readonly string[]> = {
  general: [],
  compliance: [],
  payment: [],
  notification: [],
  system: [],
};

/** Write-only values: stored encrypted, shown masked. Path within the type's values. */
export const settingSecrets: typeof none = {
  ...none,
  payment: [
    'wxpay.apiV3Key',
    'wxpay.privateKey',
    'virtual.appKey',
    'virtual.sandboxAppKey',
    'virtual.pushToken',
    'virtual.pushAesKey',
  ],
  notification: ['miniProgram.appSecret', 'alerts.wecomWebhook', 'alerts.smtp.password'],
};

/** What payments inside WeChat cannot be switched on without. */
export const wxpayNeeds = [
  'wxpay.appid',
  'wxpay.mchid',
  'wxpay.certSerial',
  'wxpay.publicKeyId',
  'wxpay.platformPublicKey',
  'wxpay.notifyUrl',
  'wxpay.apiV3Key',
  'wxpay.privateKey',
] as const;

/** The same of virtual payments; of the two keys, that of the environment in use. */
export const virtualNeeds = (isSandbox: boolean) =>
  [
    'wxpay.appid',
    'virtual.offerId',
    'virtual.goodsPicture',
    isSandbox ? 'virtual.sandboxAppKey' : 'virtual.appKey',
    'virtual.pushToken',
    'virtual.pushAesKey',
  ] as const;

/** Maps with free keys: stored as sent, so a missing key is removed. `*` stands for every key of that level. */
export const settingMaps: typeof none = {
  ...none,
  notification: ['subscribe.*.fields'],
  system: ['imageStyles'],
};

/** What is written by an action of its own: no form, no update and no restored version changes it. */
export const settingsApart: typeof none = {
  ...none,
  general: ['agreementVersion'],
  compliance: ['documents'],
};

/** Values that are paths of stored files. */
export const settingFiles: typeof none = {
  ...none,
  general: ['logo', 'customerService.qrImage'],
  payment: ['virtual.goodsPicture'],
};

/** The pictures that WeChat takes of virtual goods. */
export const goodsPicture = /\.(jpg|png)$/;

const group = <F extends z.ZodRawShape>(fields: F) => z.strictObject(fields).partial().optional();
const quickReplies = z.array(line(200).min(1)).max(6);
const address = (max: number, form: RegExp, sentence: string) =>
  orEmpty(z.union([pasted().max(max).regex(form, sentence), z.literal('')]));
/** A link that visitors follow: pages of theirs have no place for others. */
const url = address(
  300,
  /^https:\/\/[^\s/?#@]+([/?#]\S*)?$/,
  shape('https:// 开头的网址', 'https://example.com/license'),
);
/** Where WeChat Pay sends its notices. */
const noticeUrl = ({ max }: Limit) =>
  address(
    max,
    /^https?:\/\/[A-Za-z0-9._:-]+(\/[!-"$->@-~]*)?$/,
    `请填写完整网址，最多 ${max} 字节，不带参数`,
  );
/** An empty value keeps the secret, so removing it is explicit. */
export const clearedSecret = z.strictObject({ clear: z.literal(true) });
/** A new value, the unchanged value of a form (empty or the mask), or the request to remove it. */
const secret = (max: number, shape: RegExp, message: string, value = pasted()) =>
  z.union([
    value
      .max(max)
      .nullable()
      .refine(value => !value || value.includes('****') || shape.test(value), message),
    clearedSecret,
  ]);
const appKey = () => secret(64, /^[0-9A-Za-z]{16,64}$/, '密钥为 16 到 64 位字母或数字');
const time = shaped(/^([01]\d|2[0-3]):[0-5]\d$/, '时间', '22:00');
/** The number of a policy of the content moderation. */
const bizType = pasted().regex(/^(\w{3,32})?$/, '3 到 32 位，只含字母、数字和下划线');
const word = pasted().regex(/^[A-Za-z0-9_-]{0,64}$/, '只含字母、数字、下划线和短横线');
/** Twenty texts of sixty Chinese characters, with their names. */
const MOST_FIELD_BYTES = 4_000;
const days = z.int().min(1).max(3_650);
/** The law wants no less: see docs/before-you-open.md. */
const years = z.int().min(3, '法律要求至少 3 年').max(30);
const months = z.int().min(6, '法律要求至少 6 个月').max(360);
const event = (name: UserEventName) => {
  const template = (max: number) =>
    line(max).refine(text => unknownNames(name, text).length === 0, {
      error: ({ input }) => `没有「${unknownNames(name, String(input)).join('、')}」`,
    });
  return group({
    templateId: word,
    /** Where it leads in the mini-program; '' for nowhere. `{编号}` is the id of what it is about. */
    page: pasted().regex(
      /^([A-Za-z0-9_/-]{1,100}(\?[A-Za-z0-9_=&{}编号-]{0,100})?)?$/,
      shape('小程序的页面路径', 'pages/index/index'),
    ),
    /** The template's field → its text, with names in braces. */
    fields: withinBytes(
      z.record(z.string().refine(isFieldKey, shape('模板的字段名', 'thing1')), template(60)),
      MOST_FIELD_BYTES,
      '字段过多',
    ),
  });
};
const events = Object.fromEntries(userEventNames.map(name => [name, event(name)])) as Record<
  UserEventName,
  ReturnType<typeof event>
>;

/** Whether there is such a day: 30 February has the shape of one. */
const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** What an update may contain, by type: every group and field is optional. */
export const settingFields = {
  general: z
    .strictObject({
      siteName: line(30).min(1),
      logo: optionalFilePath,
      customerService: group({
        wechat: optionalLine(40),
        phone: optionalLine(30),
        qrImage: optionalFilePath,
      }),
      /** What support answers often, by what it is about. `{用户}` and `{作品}` are filled in. */
      quickReplies: group({
        any: quickReplies,
        ...each(keysOf(feedbackTopics), quickReplies).shape,
      }),
      /** Shown beside every generated picture. */
      aiNotice: optionalText(200),
      registerGiftCredits: z.int().min(0).max(100_000),
      dailyFreeTasks: z.int().min(0).max(1_000),
      /** What both get when the first picture of a user who came by a link is made. */
      invitation: group({
        inviterCredits: z.int().min(0).max(100_000),
        invitedCredits: z.int().min(0).max(100_000),
        /** Gifts that an inviter gets in a day. */
        mostDaily: z.int().min(1).max(1_000),
      }),
      maintenance: group({
        on: z.boolean(),
        message: optionalText(200),
        allowOpenids: z.array(openid).max(100),
      }),
      /** `enabled`: visitors of the web may do more than look. `needLogin`: so may anonymous ones. */
      visitor: group({ enabled: z.boolean(), needLogin: z.boolean() }),
    })
    .partial(),
  /** What the law asks of a service that is open to the public; its texts are published by an action of their own. */
  compliance: z
    .strictObject({
      operator: group({ name: optionalLine(60), licenseUrl: url, address: optionalLine(100) }),
      filing: group({
        icp: optionalLine(40),
        police: optionalLine(40),
        algorithm: optionalLine(60),
        model: optionalLine(60),
        modelNumber: optionalLine(60),
      }),
      complaints: group({
        acceptDays: z.int().min(1).max(15),
        answerDays: z.int().min(1).max(60),
      }),
      /** Whether users below fourteen are served, with their guardian's consent. */
      minors: group({ under14: z.boolean() }),
      /** From this day on mini-programs must send what their users agree to; '' for always. */
      miniProgram: group({
        consentFrom: shaped(/^(\d{4}-\d{2}-\d{2})?$/, '日期', '2026-12-31')
          .refine(day => day === '' || isDay(day), shape('日期', '2026-12-31'))
          .nullable()
          .transform(value => value ?? ''),
      }),
    })
    .partial(),
  payment: z
    .strictObject({
      wxpay: group({
        enabled: z.boolean(),
        appid: shaped(/^(wx[0-9a-f]{16})?$/, 'AppID', 'wx8888888888888888'),
        mchid: pasted().regex(/^(\d{8,12})?$/, '商户号为 8 到 12 位数字'),
        certSerial: shaped(
          /^[0-9A-Fa-f]{0,64}$/,
          '十六进制的证书序列号',
          '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
        ),
        apiV3Key: secret(64, /^[0-9A-Za-z]{32}$/, 'APIv3 密钥为 32 位字母或数字'),
        privateKey: secret(
          8_000,
          /^-----BEGIN (RSA )?PRIVATE KEY-----[\s\S]+-----END (RSA )?PRIVATE KEY-----\s*$/,
          '请粘贴完整的 PEM 私钥',
          text(8_000).overwrite(plainPem),
        ),
        publicKeyId: word,
        platformPublicKey: text(8_000).overwrite(plainPem),
        otherKeyId: word,
        otherKey: text(8_000).overwrite(plainPem),
        notifyUrl: noticeUrl(wechatPayLimits.prepay.notify_url),
        refundNotifyUrl: noticeUrl(wechatPayLimits.refund.notify_url),
      }),
      virtual: group({
        enabled: z.boolean(),
        offerId: pasted().regex(/^\d{0,32}$/, '只含数字'),
        appKey: appKey(),
        sandboxAppKey: appKey(),
        sandbox: z.boolean(),
        ios: z.boolean(),
        iosLeastVersion: shaped(/^\d{1,3}(\.\d{1,3}){1,3}$/, '版本号', '8.0.68'),
        goodsPicture: optionalFilePath.refine(
          path => path === '' || goodsPicture.test(path),
          '请选择 JPG 或 PNG 图片',
        ),
        pushToken: secret(32, /^[0-9A-Za-z]{3,32}$/, '令牌为 3 到 32 位字母或数字'),
        pushAesKey: secret(43, /^[0-9A-Za-z]{43}$/, '加密密钥为 43 位字母或数字'),
      }),
      /** Minutes after which an unpaid order is closed. */
      orderExpireMin: z.int().min(5).max(1_440),
      /** Days that a print order from the web waits to be paid. */
      webOrderDays: z.int().min(1).max(30),
      /** Otherwise a refund is of all that is left. */
      allowPartial: z.boolean(),
      refundReasons: z.array(line(40).min(1)).max(20),
    })
    .partial(),
  notification: z
    .strictObject({
      /** What messages and deliveries are reported to WeChat with, and links made; its AppID is that of the payments. */
      miniProgram: group({
        appSecret: secret(64, /^[0-9a-f]{32}$/, 'AppSecret 为 32 位小写字母和数字'),
        state: z.enum(['formal', 'trial', 'developer']),
        /** Where a print order from the web is taken over and paid; '' offers no link into the mini-program. */
        claimPage: pasted()
          .max(100)
          .regex(/^([\w-]+(\/[\w-]+)+)?$/, shape('小程序的页面路径', 'pages/claim/index')),
      }),
      subscribe: group(events),
      /** What support may send with one click; a field of a message takes twenty letters. */
      readyTexts: z.array(line(20).min(1)).max(20),
      alerts: group({
        wecomWebhook: secret(
          300,
          /^https:\/\/qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=[A-Za-z0-9-]{8,64}$/,
          '请填写企业微信群机器人的完整地址',
        ),
        emails: z.array(email).max(20),
        events: z.array(oneOf(alertEvents)).max(keysOf(alertEvents).length),
        smtp: group({
          host: pasted()
            .max(253)
            .regex(
              /^([a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+)?$/,
              shape('服务器地址', 'smtp.example.com'),
            ),
          port: z.union([z.literal(465), z.literal(587)], '请选择 465 或 587'),
          user: optionalLine(100),
          password: secret(128, /^\S{1,128}$/, '不能包含空格'),
          from: z.union([email, z.literal('')]),
        }),
      }),
      quietHours: group({ on: z.boolean(), from: time, to: time }),
    })
    .partial(),
  system: z
    .strictObject({
      imageStyles: withinBytes(
        z
          .record(
            shaped(
              /^[a-z][A-Za-z0-9_-]{0,63}$/,
              '以小写字母开头的字母、数字、下划线和短横线',
              'thumbnail',
            ),
            z.string().regex(/^![A-Za-z0-9_-]{1,64}$/, '以 ! 开头，只含字母、数字、下划线和短横线'),
          )
          .refine(styles => Object.keys(styles).length <= 20, '最多 20 项'),
        MOST_FIELD_BYTES,
        '最多 20 项',
      ),
      /** Bytes of an uploaded picture, of administrators and visitors. */
      upload: group({ maxBytes: z.int().min(524_288, '不能小于 0.5 MB').max(MAX_TICKET_BYTES) }),
      task: group({
        pollMs: z.int().min(1_000).max(60_000),
        maxPerUser: z.int().min(1).max(100),
        timeoutSec: z.int().min(30).max(7_200),
        /** Seconds that a task waits for a free key at most. */
        queueSec: z.int().min(60).max(86_400),
        /** Tasks in a day: of one anonymous visitor, and of all visitors from one address (`networkLimits.ts`). */
        anonymousDaily: z.int().min(1).max(1_000),
        addressDaily: z.int().min(1).max(100_000),
        /** Percent of the slots that free tasks never take. */
        paidShare: z.int().min(0).max(90),
        /** What 1,000 coins of the provider cost, in fen. */
        coinPriceFen: z.int().min(0).max(1_000_000),
        /** Coins of the provider in a day, from which on only the lane of those who pay goes on; 0 for no limit. */
        dailyCoins: z.int().min(0).max(1_000_000_000),
      }),
      moderation: group({
        images: z.boolean(),
        texts: z.boolean(),
        /** Photos and texts that are merely suspicious are refused too. */
        refuseDoubtful: z.boolean(),
        /** Pictures made: before their user sees them. What is suspicious waits for a review. */
        results: z.boolean(),
        /** How long pictures wait for a review, and for a moderation that does not answer, before what was paid goes back. */
        reviewHours: z.int().min(1).max(168),
        silentHours: z.int().min(1).max(24),
        imageBizType: bizType,
        textBizType: bizType,
      }),
      /** The roles whose administrators must have a second factor. */
      secondFactor: group({ roles: z.array(id).max(100) }),
      vod: group({
        subAppId: pasted().regex(/^\d{0,12}$/, '只含数字'),
        procedure: word,
        classId: z.int().min(0).max(1_000_000),
      }),
      looks: group({
        everySec: z
          .int()
          .min(0)
          .max(3_600)
          .refine(seconds => seconds === 0 || seconds >= 10, '不能小于 10 秒；0 为关闭'),
      }),
      retention: group({
        userUploadDays: days,
        resultDays: days,
        trashDays: days,
        orderYears: years,
        ledgerYears: years,
        feedbackYears: years,
        auditMonths: months,
        userLogMonths: months,
        printPhotoDays: days,
        pastAccountDays: days,
      }),
    })
    .partial(),
} satisfies Record<SettingType, z.ZodType>;

const { imageStyles, upload, task, looks, retention } = defaultSystemSettings;
const {
  maintenance: _open,
  closed: _web,
  isAbroad: _keys,
  legal,
  ...site
} = defaultSystemSettings.site;
const noEvent = { templateId: '', page: '', fields: {} };

/** Defaults while nothing is saved; also the complete list of values of each type. */
export const settingDefaults = {
  general: {
    ...site,
    quickReplies: {
      any: ['{用户}你好，已收到你的反馈，我们会尽快处理。'],
      quality: [
        '{用户}你好，很抱歉{作品}的效果没有达到预期，换一张光线充足、脸部清晰的照片，效果通常会好很多。',
        '{用户}你好，很抱歉{作品}的效果没有达到预期，已转给制作同事改进。',
      ],
      content: ['{用户}你好，你反馈的内容已经下线，感谢提醒。'],
      rights: ['{用户}你好，已收到你的侵权投诉，核实期间相关内容先行下线。'],
      payment: ['{用户}你好，已核对你的支付记录，积分以「我的 → 积分明细」为准。'],
      minor: ['{用户}你好，已收到未成年人退款申请，请在这里补充监护人的联系方式。'],
      invoice: ['{用户}你好，请在「我的 → 我的订单」里申请发票；已经申请的，开具后会通知你。'],
      personal: ['{用户}你好，已收到你关于个人信息的要求，请在这里补充用来核实身份的信息。'],
      other: ['{用户}你好，感谢你的建议，已转给产品同事。'],
      support: [] as string[],
    },
    registerGiftCredits: 0,
    dailyFreeTasks: 0,
    invitation: { inviterCredits: 0, invitedCredits: 0, mostDaily: 10 },
    maintenance: { on: false, message: '', allowOpenids: [] as string[] },
    visitor: { enabled: true, needLogin: false },
  },
  compliance: { ...legal, miniProgram: { consentFrom: '' } },
  payment: {
    wxpay: {
      enabled: false,
      appid: '',
      mchid: '',
      certSerial: '',
      apiV3Key: '',
      privateKey: '',
      publicKeyId: '',
      platformPublicKey: '',
      otherKeyId: '',
      otherKey: '',
      notifyUrl: '',
      refundNotifyUrl: '',
    },
    virtual: {
      enabled: false,
      offerId: '',
      appKey: '',
      sandboxAppKey: '',
      sandbox: false,
      ios: false,
      iosLeastVersion: '8.0.68',
      goodsPicture: '',
      pushToken: '',
      pushAesKey: '',
    },
    orderExpireMin: 30,
    webOrderDays: 3,
    allowPartial: true,
    refundReasons: ['生成效果不满意', '重复购买', '误操作下单', '其他'],
  },
  notification: {
    miniProgram: { appSecret: '', state: 'formal', claimPage: '' },
    subscribe: {
      taskDone: noEvent,
      orderPaid: noEvent,
      refundDone: noEvent,
      printShipped: noEvent,
      printHold: noEvent,
      accountDisabled: noEvent,
      service: noEvent,
    },
    readyTexts: ['你的订单已加急处理', '请补充更清晰的照片', '退款已提交，请留意到账'],
    alerts: {
      wecomWebhook: '',
      emails: [] as string[],
      events: keysOf(alertEvents) as string[],
      smtp: { host: '', port: 465, user: '', password: '', from: '' },
    },
    quietHours: { on: false, from: '22:00', to: '08:00' },
  },
  system: {
    imageStyles,
    upload,
    task: {
      ...task,
      maxPerUser: 2,
      timeoutSec: 600,
      queueSec: 1_800,
      anonymousDaily: 10,
      addressDaily: 100,
      paidShare: 20,
      coinPriceFen: 0,
      dailyCoins: 0,
    },
    // Where there are keys (`moderationIn`).
    moderation: {
      images: true,
      texts: true,
      refuseDoubtful: true,
      results: true,
      reviewHours: 24,
      silentHours: 2,
      imageBizType: '',
      textBizType: '',
    },
    secondFactor: { roles: [] as string[] },
    vod: { subAppId: '', procedure: 'LongVideoPreset', classId: 0 },
    looks,
    retention,
  },
} satisfies Record<SettingType, Record<string, unknown>>;
