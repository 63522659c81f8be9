import { free, type Limits, ofBytes, ofCharacters } from './limit.ts';

export const wechatLimits = {
  'cgi-bin/stable_token': { grant_type: free, appid: free, secret: free, force_refresh: free },
  'sns/jscode2session': { appid: free, secret: free, js_code: free, grant_type: free },
  'xpay/query_order': { openid: free, env: free, order_id: free },
  'xpay/notify_provide_goods': { order_id: free, env: free },
  'xpay/start_upload_goods': {
    'upload_item.id': free,
    'upload_item.name': ofCharacters(20),
    'upload_item.price': free,
    'upload_item.remark': ofCharacters(1_024),
    'upload_item.item_url': free,
    env: free,
  },
  'xpay/start_publish_goods': { 'publish_item.id': free, env: free },
  'xpay/query_upload_goods': { env: free },
  'xpay/query_publish_goods': { env: free },
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
  'wxa/generate_urllink': {
    path: free,
    query: ofCharacters(1_024),
    env_version: free,
    expire_type: free,
    expire_time: free,
  },
} as const satisfies Limits;
