import { type CallbackName, callbackPaths } from '#cloudfunctions/_shared/base/callbackPaths.ts';
import type { WebAnswer } from '#cloudfunctions/_shared/base/httpFunction.ts';

export const callbackNames = Object.keys(callbackPaths) as CallbackName[];

export interface OutsideRequest {
  /** Below the callback's own path. */
  below?: string;
  httpMethod?: string;
  headers?: object;
  queryStringParameters?: object;
  body?: string;
}

/** A request from outside as the platform's HTTP access hands it over. */
export const callback = async (
  name: CallbackName,
  {
    below = '',
    httpMethod = 'POST',
    headers = {},
    queryStringParameters = {},
    body = '',
  }: OutsideRequest = {},
): Promise<WebAnswer> => {
  const { main } = await import('#cloudfunctions/callback/index.ts');
  const path = callbackPaths[name] + below;
  return main({ path, httpMethod, headers, queryStringParameters, body, isBase64Encoded: false });
};

/** The page that stands for a shared template. */
export const sharedPage = (id: string, httpMethod = 'GET'): Promise<WebAnswer> =>
  callback('sharedTemplate', { below: `/${id}`, httpMethod });
