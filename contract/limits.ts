import { bytes, cutText } from './cut.ts';

/**
 * What the services outside take of each field that we send, in their units; docs/cloud-limits.md#texts-sent-to-services names the
 * documents. Their stand-ins in `sandbox/` have read the same documents by themselves; `tests/functions/limits.test.ts`
 * holds both against each other. The fields of subscribe messages are in `messageEvents.ts`.
 */
export interface Limit {
  max: number;
  /** Of UTF-8; or characters, of which an emoji counts as two: no document says that it is one. */
  unit: 'bytes' | 'characters';
  /** Of characters up to three bytes long: no emoji, no rare ideographs. */
  isBasic?: boolean;
}

/** WeChat Pay counts bytes, also where its reference says characters, and takes its «subset of UTF-8» only. */
const pay = (max: number): Limit => ({ max, unit: 'bytes', isBasic: true });
const ofBytes = (max: number): Limit => ({ max, unit: 'bytes' });
const ofCharacters = (max: number): Limit => ({ max, unit: 'characters' });
/** None is documented, or it has few values. */
const free = ofBytes(Infinity);

/** Service → call → field of its body; what is in an object or a list is named with its path. */
export const limits = {
  wechatPay: {
    prepay: {
      appid: pay(32),
      mchid: pay(32),
      description: pay(127),
      out_trade_no: pay(32),
      time_expire: pay(64),
      notify_url: pay(255),
      'amount.total': free,
      'amount.currency': pay(16),
      'payer.openid': pay(128),
    },
    close: { mchid: pay(32) },
    refund: {
      out_trade_no: pay(32),
      out_refund_no: pay(64),
      reason: pay(80),
      notify_url: pay(256),
      'amount.refund': free,
      'amount.total': free,
      'amount.currency': pay(16),
    },
    abnormalRefund: {
      out_refund_no: pay(64),
      type: free,
      bank_type: pay(16),
      /** Encrypted. */
      bank_account: pay(1_024),
      real_name: pay(1_024),
    },
  },
  wechat: {
    'cgi-bin/stable_token': { grant_type: free, appid: free, secret: free, force_refresh: free },
    'cgi-bin/message/subscribe/send': {
      touser: free,
      template_id: free,
      page: ofCharacters(1_024),
      miniprogram_state: free,
      lang: free,
      /** By kind: `messageEvents.ts`. */
      data: free,
    },
    'wxa/sec/order/upload_shipping_info': {
      'order_key.order_number_type': free,
      'order_key.transaction_id': free,
      logistics_type: free,
      delivery_mode: free,
      'shipping_list.tracking_no': free,
      'shipping_list.express_company': free,
      'shipping_list.item_desc': ofCharacters(120),
      'shipping_list.contact.receiver_contact': ofBytes(1_024),
      upload_time: free,
      'payer.openid': free,
    },
    'wxa/sec/order/get_order': { transaction_id: free },
    'cgi-bin/express/delivery/open_msg/trace_waybill': {
      openid: free,
      receiver_phone: free,
      waybill_id: free,
      delivery_id: free,
      /** Ours: none is documented. */
      'goods_info.detail_list.goods_name': ofCharacters(20),
      'goods_info.detail_list.goods_img_url': free,
      trans_id: free,
    },
    'cgi-bin/express/delivery/open_msg/query_trace': { waybill_token: free, openid: free },
  },
  wecom: { send: { msgtype: free, 'text.content': ofBytes(2_048) } },
  /** RFC 5321; of the 256 of a path servers count three for what is around the address. */
  mail: { address: { localPart: ofBytes(64), whole: ofBytes(253) } },
  moderation: {
    TextModeration: { Content: { max: 10_000, unit: 'characters' }, BizType: ofBytes(32) },
    ImageModeration: { FileContent: free, BizType: ofBytes(32) },
  },
  vod: {
    /** By the browser, with its SDK. */
    upload: { mediaName: ofCharacters(64) },
    DescribeProcedureTemplates: { Names: free, SubAppId: free },
    DescribeMediaInfos: { FileIds: free, SubAppId: free },
    ProcessMediaByProcedure: {
      FileId: free,
      ProcedureName: free,
      SessionId: ofCharacters(50),
      SubAppId: free,
    },
    ProcessMedia: {
      FileId: free,
      MediaProcessTask: free,
      SessionId: ofCharacters(50),
      SubAppId: free,
    },
    ModifyMediaInfo: { FileId: free, CoverData: free, SubAppId: free },
    DescribeTaskDetail: { TaskId: free, SubAppId: free },
    DescribeTasks: { Limit: free, SubAppId: free },
    DeleteMedia: { FileId: free, SubAppId: free },
  },
  /** Documents no limits of texts; files have theirs in `constants.ts`. */
  runningHub: {
    '/uc/openapi/accountStatus': { apikey: free },
    '/task/openapi/create': {
      apiKey: free,
      workflowId: free,
      nodeInfoList: free,
      webhookUrl: free,
      instanceType: free,
    },
    '/task/openapi/ai-app/run': {
      apiKey: free,
      webappId: free,
      nodeInfoList: free,
      webhookUrl: free,
      instanceType: free,
    },
    '/task/openapi/outputs': { apiKey: free, taskId: free },
    '/task/openapi/cancel': { apiKey: free, taskId: free },
    '/openapi/v2/media/upload/binary': { file: free },
    '/api/openapi/getJsonApiFormat': { apiKey: free, workflowId: free },
  },
} as const satisfies Record<string, Record<string, Record<string, Limit>>>;

const lengths = { bytes, characters: (text: string) => text.length };
const wide = /[\u{10000}-\u{10ffff}]/u;

/** Whether the text is short enough, and whether its characters are taken. */
export const isWithin = ({ max, unit }: Limit, text: string) => lengths[unit](text) <= max;
export const isTaken = ({ isBasic }: Limit, text: string) => !isBasic || !wide.test(text);

/** A text as the service takes it: without characters that it refuses, and no longer than it may be. */
export const fit = (limit: Limit, text: string): string => {
  const taken = isTaken(limit, text)
    ? text
    : Array.from(new Intl.Segmenter().segment(text), ({ segment }) =>
        isTaken(limit, segment) ? segment : '',
      ).join('');
  return cutText(taken.trim(), limit.max, lengths[limit.unit]);
};
