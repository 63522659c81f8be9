import { isObject, parseJson, readBody } from '../http/body.ts';
import { type Exchange, type Mount, sendJson } from '../http/exchange.ts';
import type { Inject } from '../seams/inject.ts';
import { PlatformError } from '../types.ts';
import { bearer } from './credentials.ts';
import type { Sessions, TokenPair, User } from './sessions.ts';
import type { SignInSettings } from './settings.ts';
import type { TicketReader } from './tickets.ts';

/** The `error` strings the SDK acts upon, with our own numbers (docs/cloudbase-wire.md#sign-in). */
class AuthError extends Error {
  constructor(
    readonly error: string,
    readonly description: string,
    readonly status = 400,
  ) {
    super(description);
  }
}

const ERROR_NUMBERS: Record<string, number> = {
  invalid_grant: 4,
  unauthenticated: 16,
  not_found: 5,
};
const AUTH_BODY_LIMIT = 64 * 1024;

export interface AuthRoutesOptions {
  envId: string;
  sessions: Sessions;
  settings: Pick<SignInSettings, 'anonymous' | 'custom'>;
  readTicket: TicketReader;
  /** Seconds an access token lives. */
  accessLifetime: number;
  inject: Inject;
}

/** `/auth/v1/*`: the part of CloudBase's OAuth-like service that the web SDK uses. */
export function authRoutes(options: AuthRoutesOptions): Mount {
  const { envId, sessions } = options;

  const tokens = (pair: TokenPair) => ({
    token_type: 'Bearer',
    access_token: pair.accessToken,
    refresh_token: pair.refreshToken,
    expires_in: options.accessLifetime,
    scope: pair.user.loginType === 'ANONYMOUS' ? 'anonymous' : 'user',
    sub: pair.user.sub,
    groups: [],
  });

  const signedIn = (exchange: Exchange): User => {
    try {
      return sessions.verify(bearer(exchange.req.headers.authorization));
    } catch (error) {
      const expired = error instanceof PlatformError && error.code === 'ACCESS_TOKEN_EXPIRED';
      throw new AuthError('unauthenticated', expired ? 'token expired' : 'token is not valid', 401);
    }
  };

  const checkClient = (exchange: Exchange, body: Record<string, unknown>) => {
    const client = exchange.query.get('client_id') ?? body.client_id ?? envId;
    if (client !== envId)
      throw new AuthError('invalid_argument', 'client_id is not this environment');
  };

  const checkSwitch = (isOn: boolean) => {
    if (!isOn) throw new AuthError('permission_denied', 'this way to sign in is not enabled', 403);
  };

  const routes: Record<string, (exchange: Exchange, body: Record<string, unknown>) => unknown> = {
    'POST /signin/anonymously'(exchange, body) {
      checkClient(exchange, body);
      checkSwitch(options.settings.anonymous);
      const device = exchange.req.headers['x-device-id'];
      // Without a device id there is nothing to recognise, so every call makes a new visitor.
      return tokens(
        sessions.signInAnonymously(
          typeof device === 'string' ? device.slice(0, 128) : exchange.requestId,
        ),
      );
    },
    'POST /signin/custom'(exchange, body) {
      checkClient(exchange, body);
      checkSwitch(options.settings.custom);
      const ticket = options.readTicket(body.ticket);
      if (!ticket)
        throw new AuthError('invalid_argument', 'the ticket is not valid or has expired');
      return tokens(sessions.signInCustom(ticket.uid));
    },
    'POST /token'(exchange, body) {
      checkClient(exchange, body);
      if (body.grant_type !== 'refresh_token')
        throw new AuthError('unsupported_grant_type', 'only refresh_token is supported');
      const pair = typeof body.refresh_token === 'string' && sessions.refresh(body.refresh_token);
      if (!pair) throw new AuthError('invalid_grant', 'the refresh token is not valid');
      return tokens(pair);
    },
    'POST /revoke'(exchange, body) {
      checkClient(exchange, body);
      if (typeof body.token === 'string') sessions.revoke(body.token);
      return {};
    },
    'POST /user/signout'(exchange) {
      sessions.revoke(bearer(exchange.req.headers.authorization));
      return {};
    },
    'GET /user/me'(exchange) {
      const user = signedIn(exchange);
      const created = new Date(user.createdAt).toISOString();
      const anonymous = user.loginType === 'ANONYMOUS';
      return {
        sub: user.sub,
        user_id: user.sub,
        name: anonymous ? 'anonymous' : user.customUserId,
        username: anonymous ? '' : user.customUserId,
        providers: anonymous ? [] : [{ id: 'custom', provider_user_id: user.customUserId }],
        groups: [],
        status: 'ACTIVE',
        internal_user_type: anonymous ? 'anonymous' : 'custom',
        created_at: created,
        updated_at: created,
      };
    },
  };

  return {
    prefix: '/auth/v1',
    async handle(exchange) {
      const path = exchange.path.slice('/auth/v1'.length);
      try {
        const route = routes[`${exchange.method} ${path}`];
        if (!route) throw new AuthError('not_found', 'no such authentication method', 404);
        const sent =
          exchange.method === 'GET'
            ? {}
            : parseJson(await readBody(exchange.req, AUTH_BODY_LIMIT)).value;
        const after = await options.inject.meet([`auth${path.replaceAll('/', '.')}`]);
        const reply = route(exchange, isObject(sent) ? sent : {});
        await after();
        sendJson(exchange, 200, reply);
      } catch (error) {
        if (error instanceof PlatformError) return sendAuthError(exchange, toAuthError(error));
        if (error instanceof AuthError) return sendAuthError(exchange, error);
        throw error;
      }
    },
  };
}

function toAuthError(error: PlatformError): AuthError {
  const name = error.code === 'INVALID_PARAM' ? 'invalid_argument' : error.code;
  return new AuthError(name, error.message, error.status);
}

function sendAuthError(exchange: Exchange, error: AuthError): void {
  sendJson(exchange, error.status, {
    error: error.error,
    error_code: ERROR_NUMBERS[error.error] ?? 3,
    error_description: error.description,
    error_uri: '',
    request_id: exchange.requestId,
  });
}
