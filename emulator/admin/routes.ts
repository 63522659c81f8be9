import type { User } from '../auth/sessions.ts';
import { callNames } from '../functions/gateway.ts';
import type { FunctionRunner, Invocation } from '../functions/runner.ts';
import { FUNCTION_BODY_LIMIT, parseJson, readJsonObject, tooLarge } from '../http/body.ts';
import { type Exchange, type Mount, sendJson } from '../http/exchange.ts';
import type { Inject } from '../seams/inject.ts';
import { type Clock, type DocumentDatabase, PlatformError } from '../types.ts';
import type { WithinLimits } from './requestLimits.ts';
import { checkSignature, type SecretKeyPair } from './signature.ts';

/** Carries out a `storage.*` action for a function; null when there is no such action. */
export type StorageAction = (
  action: string,
  body: Record<string, unknown>,
  base: string,
) => Promise<Record<string, unknown>> | null;

export interface AdminRoutesOptions {
  envId: string;
  keys: SecretKeyPair;
  clock: Clock;
  database: DocumentDatabase;
  runner: FunctionRunner;
  storage: StorageAction;
  findUser(sub: string): User | null;
  inject: Inject;
  withinLimits: WithinLimits;
  log(line: string): void;
}

/**
 * `POST /admin`: everything the server SDK does. Errors answer 200 with a `code`
 * (docs/cloudbase-wire.md#the-server-sdk).
 */
export function adminRoutes(options: AdminRoutesOptions): Mount {
  const handle = async (exchange: Exchange): Promise<Record<string, unknown>> => {
    const body = await readJsonObject(exchange.req);
    const wrong = checkSignature(exchange.req, body, options.keys, options.clock);
    if (wrong) throw new PlatformError(wrong, 'the signature of the request is not valid');
    if (exchange.query.get('env') !== options.envId || body.envName !== options.envId)
      throw new PlatformError('INVALID_ENV', `this is environment ${options.envId}`);
    const invocation = options.runner.invocation(body.tcb_sessionToken);
    const action = String(body.action);
    const carryOut = async () => {
      const after = await options.inject
        .meet(namesOf(action, body))
        .catch(async (error: { code?: string }) => {
          // Whatever meets another transaction ends its own.
          if (body.transactionId && error.code === 'DATABASE_TRANSACTION_CONFLICT')
            await options.database.handle('database.abortTransaction', body);
          throw error;
        });
      const reply = await perform(action, body, exchange, invocation);
      await after();
      return reply;
    };
    return action.startsWith('database.') ? options.withinLimits(carryOut) : carryOut();
  };

  const perform = async (
    action: string,
    body: Record<string, unknown>,
    exchange: Exchange,
    invocation: Invocation | undefined,
  ): Promise<Record<string, unknown>> => {
    if (action.startsWith('database.')) return options.database.handle(action, body);
    if (action === 'functions.invokeFunction') return invoke(body, exchange, invocation);
    if (action === 'auth.getUserInfoForAdmin') return userInfo(body);
    const done = options.storage(action, body, invocation?.base ?? exchange.base);
    if (done) return done;
    throw new PlatformError('INVALID_ACTION', `unknown action ${action.slice(0, 80)}`);
  };

  const invoke = async (
    body: Record<string, unknown>,
    exchange: Exchange,
    invocation: Invocation | undefined,
  ) => {
    const { function_name: name, request_data: data = '' } = body;
    if (typeof name !== 'string' || typeof data !== 'string')
      throw new PlatformError('INVALID_PARAM', 'function_name and request_data must be strings');
    if (Buffer.byteLength(data) > FUNCTION_BODY_LIMIT) throw tooLarge(FUNCTION_BODY_LIMIT);
    const answer = await options.runner.invoke({
      name,
      event: parseJson(Buffer.from(data)).text,
      // A nested call has the identity of the outer call's caller.
      caller: invocation?.caller ?? null,
      ip: invocation?.ip ?? exchange.ip,
      base: invocation?.base ?? exchange.base,
      requestId: exchange.requestId,
      depth: invocation?.depth ?? 0,
    });
    return { data: { response_data: Buffer.from(answer.body).toString() } };
  };

  const userInfo = (body: Record<string, unknown>) => {
    const user = typeof body.uuid === 'string' ? options.findUser(body.uuid) : null;
    if (!user) throw new PlatformError('INVALID_PARAM', 'no such user');
    return {
      data: {
        uid: user.sub,
        customUserId: user.customUserId,
        isAnonymous: user.loginType === 'ANONYMOUS',
        createTime: new Date(user.createdAt).toISOString(),
      },
    };
  };

  return {
    prefix: '/admin',
    only: 'POST',
    async handle(exchange) {
      const { requestId } = exchange;
      try {
        sendJson(exchange, 200, { requestId, ...(await handle(exchange)) });
      } catch (error) {
        if (error instanceof PlatformError)
          return sendJson(exchange, 200, { code: error.code, message: error.message, requestId });
        options.log(`/admin: ${error instanceof Error ? error.stack : String(error)}`);
        sendJson(exchange, 200, { code: 'SYS_ERR', message: 'internal error', requestId });
      }
    },
  };
}

function namesOf(action: string, body: Record<string, unknown>): string[] {
  if (action !== 'functions.invokeFunction') return [action];
  try {
    return callNames(String(body.function_name), JSON.parse(String(body.request_data)));
  } catch {
    return callNames(String(body.function_name), null);
  }
}
