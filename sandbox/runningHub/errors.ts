/** The service's errors that a caller acts on. */
const messages: Record<number, string> = {
  301: 'PARAMS_INVALID',
  380: 'WORKFLOW_NOT_EXISTS',
  412: 'INVALID_REQUEST_PATH',
  415: 'TASK_INSTANCE_MAXED',
  416: 'TASK_CREATE_FAILED_BY_NOT_ENOUGH_WALLET',
  421: 'TASK_QUEUE_MAXED',
  423: 'TASK_NOT_FOUND',
  433: 'VALIDATE_PROMPT_FAILED',
  435: 'TASK_USER_EXCLAPI_INSTANCE_NOT_FOUND',
  801: 'APIKEY_UNSUPPORTED_FREE_USER',
  802: 'APIKEY_UNAUTHORIZED',
  803: 'APIKEY_INVALID_NODE_INFO',
  804: 'APIKEY_TASK_IS_RUNNING',
  805: 'APIKEY_TASK_STATUS_ERROR',
  806: 'APIKEY_USER_NOT_FOUND',
  807: 'APIKEY_TASK_NOT_FOUND',
  808: 'APIKEY_UPLOAD_FAILED',
  809: 'APIKEY_FILE_SIZE_EXCEEDED',
  810: 'WORKFLOW_NOT_SAVED_OR_NOT_RUNNING',
  811: 'CORPAPIKEY_INVALID',
  812: 'CORPAPIKEY_INSUFFICIENT_FUNDS',
  813: 'APIKEY_TASK_IS_QUEUED',
  814: 'TASK_QUEUE_LIMIT_EXCEEDED',
  901: 'WEBAPP_NOT_EXISTS',
  1003: 'RATE_LIMIT_EXCEEDED',
  1006: 'TASK_TIMEOUT',
  1010: 'SERVICE_BUSY',
  1011: 'SYSTEM_BUSY',
  1501: 'CONTENT_REJECTED',
  1504: 'THIRD_PARTY_TIMEOUT',
  1505: 'REAL_PERSON_PROHIBITED',
};

export interface Envelope {
  code: number;
  msg: string;
  data: unknown;
}

export const ok = (data: unknown): Envelope => ({ code: 0, msg: 'success', data });
export const refused = (code: number, data: unknown = null): Envelope => ({
  code,
  msg: messages[code] ?? 'UNKNOWN',
  data,
});
