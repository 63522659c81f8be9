/**
 * The envelope of every call (docs/specification.md#calls). HTTP is always 200; `code` is the outcome.
 *
 * The text of a message can end a session (docs/specification.md#errors): `token`, `身份验证` and `401` sign the
 * administrator out. So −1 means a dead session and nothing else, no code contains the digits 401, and no message
 * contains ids, user input or upstream text.
 */
export const codes = {
  ok: 0,
  unauthenticated: -1,
  invalidInput: 40001,
  wrongCredentials: 40301,
  oneTimePassword: 40302,
  /** The role requires a second factor, which is to be set up first. */
  secondFactorRequired: 40303,
  /** A code of the second factor is needed: at sign-in, with the challenge in `data`, and before secrets. */
  secondFactorNeeded: 40304,
  forbidden: 40305,
  notFound: 40400,
  conflict: 40901,
  stateNotAllowed: 40902,
  repeated: 40903,
  referenced: 40904,
  tooLarge: 41301,
  tooOften: 42901,
  thirdParty: 50201,
  busy: 50301,
  internal: 50001,
} as const;
export type Code = (typeof codes)[keyof typeof codes];

export const codeMessages: Record<Code, string> = {
  [codes.ok]: 'ok',
  [codes.unauthenticated]: '身份验证已失效，请重新登录',
  [codes.invalidInput]: '提交的内容有误，请检查后重试',
  [codes.wrongCredentials]: '用户名或密码错误',
  [codes.oneTimePassword]: '请先修改一次性密码，再进行其他操作',
  [codes.secondFactorRequired]: '请先设置两步验证，再进行其他操作',
  [codes.secondFactorNeeded]: '请输入两步验证的验证码',
  [codes.forbidden]: '当前角色没有此操作的权限',
  [codes.notFound]: '记录不存在或已被删除',
  [codes.conflict]: '数据已被他人修改，请刷新后再试',
  [codes.stateNotAllowed]: '状态已变化，请刷新后再试',
  [codes.repeated]: '已提交，请稍候查看结果',
  [codes.referenced]: '仍有数据在使用，请先移除再删除',
  [codes.tooLarge]: '内容过大，请精简后再试',
  [codes.tooOften]: '操作过于频繁，请稍后再试',
  [codes.thirdParty]: '第三方服务暂时不可用，请稍后再试',
  [codes.busy]: '当前使用的人较多，请过几秒再试',
  [codes.internal]: '系统繁忙，请稍后再试',
};

/** Also 50001: writes fail until space is freed; reads still work. */
export const storageFullMessage = '存储空间已满，暂时无法保存，请联系技术人员清理空间';

/** Field errors: dotted path → sentence, e.g. `{ name: '请填写', 'inputs.0.label': '请填写' }`. */
export type FieldErrors = Record<string, string>;

/** What a call sends. Every other key is refused. */
export interface CallRequest {
  action: string;
  data?: unknown;
  /** In place of `data`, where that is too large for a call: what an administrator has put into storage. */
  dataPath?: string;
  token?: string;
  source?: 'admin';
  /**
   * A look that nobody asked for: the session is checked, but not extended, and nothing is written. Only actions of
   * administrators that read take it.
   */
  quiet?: true;
}

export interface Envelope<T = unknown> {
  code: number;
  message: string;
  data: T;
  requestId: string;
}
