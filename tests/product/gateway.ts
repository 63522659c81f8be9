import type { Product } from './product.ts';

interface GatewayState {
  calls: { method: string; path: string; status: number }[];
  refunds: { outRefundNo: string; outTradeNo: string; status: string; paidOut: number }[];
}

export const seam = (product: Product, path: string, method: string, body?: object) =>
  fetch(`${product.url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
/** Steers the stand-in of WeChat Pay. */
export const configureGateway = (product: Product, given: object) =>
  seam(product, '/__sandbox/wechatpay', 'PUT', given);
export const gatewayOf = async (product: Product) =>
  (await (await seam(product, '/__sandbox/wechatpay', 'GET')).json()) as GatewayState;
