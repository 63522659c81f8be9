import { MAX_DATA_BYTES, texts } from '#contract/constants.ts';
import {
  type CallRequest,
  codeMessages,
  codes,
  type Envelope,
  type FieldErrors,
} from '#contract/envelope.ts';
import type { ActionData, ActionName, ActionOutput, FunctionName } from '#contract/index.ts';
import { PlatformFailure } from './platformFailure.ts';
import type { PutBytes } from './putLeave.ts';

/**
 * Calls a deployed function and returns its answer, whichever way the SDK passed it on.
 * @throws PlatformFailure
 */
export type CallFunction = (name: string, request: object) => Promise<unknown>;

/**
 * The function answered with a nonzero code. Shaped as react-admin reads errors: `status`, and `body.errors` for
 * sentences beside fields.
 */
export class ActionFailure extends Error {
  readonly status: number;
  readonly body: {
    code: number;
    /** The server's message; '' if it sent none and `Error.message` is our own sentence. */
    message: string;
    errors?: FieldErrors;
    current?: unknown;
    data?: unknown;
    requestId?: string;
  };

  constructor({ code, message, data, requestId }: Partial<Envelope> & { code: number }) {
    super(message || texts.operationFailed);
    this.name = 'ActionFailure';
    this.status = statusOf(code);
    const { fields, current } = (data ?? {}) as { fields?: FieldErrors; current?: unknown };
    this.body = {
      code,
      message: message ?? '',
      data,
      ...(fields && { errors: fields }),
      ...(current !== undefined && { current }),
      ...(requestId && { requestId }),
    };
  }
}

/** The administrator's session is dead (docs/specification.md#errors). Nothing else signs out. */
export class SignedOutError extends Error {
  readonly status = 401;
  constructor(readonly requestId?: string) {
    super('ra.notification.logged_out');
    this.name = 'SignedOutError';
  }
}

/** The first three digits of our codes are HTTP's, by which react-admin distinguishes errors. */
const statusOf = (code: number) => (code >= 40_000 ? Math.floor(code / 100) : 500);

export type { ActionData, ActionName, ActionOutput, FunctionName };

export interface CallOptions {
  /** The token to use instead of the current one. */
  token?: string;
  /**
   * A look that nobody asked for (docs/specification.md#calls). That it finds the session over ends nothing: it fails
   * like any other call, with code −1.
   */
  quiet?: boolean;
}

export type Invoke = <F extends FunctionName, A extends ActionName<F>>(
  name: F,
  action: A,
  data: ActionData<F, A>,
  options?: CallOptions,
) => Promise<ActionOutput<F, A>>;

export interface InvokerOptions {
  callFunction: CallFunction;
  /** The administrator's token, absent on the visitor side. */
  getToken?: () => string | undefined;
  /** How bytes are put into storage; the browser's way when absent. */
  putBytes?: PutBytes;
}

/** A character has at most three bytes, so that most calls need not be measured. */
const largeJson = (data: object): Blob | null => {
  const json = JSON.stringify(data);
  if (json.length * 3 <= MAX_DATA_BYTES) return null;
  const blob = new Blob([json], { type: 'application/json' });
  return blob.size > MAX_DATA_BYTES ? blob : null;
};

const isEnvelope = (answer: unknown): answer is Envelope =>
  typeof answer === 'object' && answer !== null && typeof (answer as Envelope).code === 'number';

/** −1 ends the session only together with a message that contains token or 身份验证 (docs/specification.md#errors). */
const endsSession = ({ code, message }: Envelope) =>
  code === codes.unauthenticated &&
  (/token/i.test(message) || message.includes(texts.authenticationMarker));

/**
 * A thrown error ends the session if it carries ACCESS_TOKEN_INVALID or 401 in its text. Envelopes are not checked
 * here: text that people wrote into a record must not end a session.
 */
export const refusesToken = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === 'ACCESS_TOKEN_INVALID' || String(message ?? '').includes('401');
};

/** What a look is refused with that finds the session over. */
export const sessionOver = {
  code: codes.unauthenticated,
  message: codeMessages[codes.unauthenticated],
};

const signingIn = new Set(['login', 'confirmLogin']);

/**
 * The only way to call a function: sends `{action, data, token}`, returns `data`, and turns failures into errors
 * (docs/specification.md#errors). An administrator's `data` that does not fit into a call goes through storage.
 * @throws ActionFailure, SignedOutError, PlatformFailure
 */
export const createInvoker = ({ callFunction, getToken, putBytes }: InvokerOptions): Invoke => {
  const put = async (data: Blob, token: string) => {
    const { putData } = await import('./putData.ts');
    const askLeave = () =>
      (invoke as Invoke)('adminStorage', 'getRequestTicket', { size: data.size }, { token });
    return putData(data, askLeave, putBytes);
  };
  const requestOf = (
    action: string,
    data: object,
    token: string | undefined,
    quiet: boolean,
  ): CallRequest => {
    if (action === 'changePassword') return { action, source: 'admin', data: { ...data, token } };
    return { action, data, ...(token && { token }), ...(quiet && { quiet }) };
  };

  const invoke = async (
    name: string,
    action: string,
    data: object,
    { token = getToken?.(), quiet = false }: CallOptions = {},
  ): Promise<unknown> => {
    const large = token && !quiet && action !== 'changePassword' ? largeJson(data) : null;
    const request =
      large && token
        ? { action, dataPath: await put(large, token), token }
        : requestOf(action, data, token, quiet);
    let answer: unknown;
    try {
      answer = await callFunction(name, request);
    } catch (error) {
      // While signing in there is no session to end.
      if (!refusesToken(error) || signingIn.has(action)) throw error;
      throw quiet ? new ActionFailure(sessionOver) : new SignedOutError();
    }
    if (!isEnvelope(answer)) throw new PlatformFailure('NO_RESULT', texts.noResult);
    if (answer.code === codes.ok) return answer.data;
    if (endsSession(answer) && !quiet) throw new SignedOutError(answer.requestId);
    throw new ActionFailure(answer);
  };
  return invoke as Invoke;
};
