import type cloudbaseTyped from '@cloudbase/js-sdk';
import cloudbaseUntyped from '@cloudbase/js-sdk/app';
import { texts } from '#contract/constants.ts';
import { type CallFunction, refusesToken } from '#dataProvider/invoke.ts';
import { isOffline, online } from '#dataProvider/online.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import type { Side } from './addresses.ts';
import type { AppConfig } from './config.ts';
import { parsed } from './shared/isFields.ts';

import '@cloudbase/js-sdk/auth';
import '@cloudbase/js-sdk/functions';

/** The modular entry is untyped; it is the same object as the whole SDK's, at 60 % of its size. */
const cloudbase = cloudbaseUntyped as unknown as typeof cloudbaseTyped;

/** Longer than any function may run; the SDK itself has no timeout. */
const CALL_TIMEOUT_MS = 65_000;

/** What the application needs of the platform; only this file knows the SDK. */
export interface Cloud {
  /** @throws PlatformFailure */
  callFunction: CallFunction;
  /** Whether there is an administrator's or an anonymous session. A publishable key alone is none. */
  hasLogin(): Promise<boolean>;
  signInAnonymously(): Promise<void>;
  signInWithTicket(ticket: string): Promise<void>;
  /**
   * Forgets the session here at once; after `serverAnswer` has settled, informs the platform of its end, even if
   * another user is signed in by then. The SDK's own signOut would forget the session only after the platform's answer,
   * and then the current one.
   */
  signOut(serverAnswer?: Promise<unknown>): Promise<void>;
}

/** The platform refuses our credentials. */
const refusals = new Set([
  'INVALID_ACCESS_TOKEN',
  'INVALID_CREDENTIALS',
  'MISSING_CREDENTIALS',
  'EXCEED_AUTHORITY',
  'ACCESS_TOKEN_INVALID',
  'unauthenticated',
]);

/** The SDK's store of the session, which is missing in its types. */
interface OAuth2Client {
  /** The stored session, without a network call. */
  getCredentialsSync(): { access_token?: string } | null;
  /** Without an argument: forgets them. */
  setCredentials(credentials?: object): Promise<void>;
  request(path: string, options: object): Promise<unknown>;
}

interface Failure {
  code?: unknown;
  message?: unknown;
  error?: unknown;
  error_description?: unknown;
  requestId?: unknown;
}

/**
 * Converts the seven forms in which the SDK reports a failure: plain `{code, message}`, plain `{error,
 * error_description}`, an Error with JSON in its text, an Error with `[CODE]` in its text, TypeError and SyntaxError of
 * fetch, and AuthError. Upstream text is logged, never shown
 * (docs/cloudbase-wire.md#calls-of-functions-from-the-browser).
 */
export const toPlatformFailure = (thrown: unknown): PlatformFailure => {
  if (thrown instanceof PlatformFailure) return thrown;
  const failure = (thrown ?? {}) as Failure;
  const text = String(failure.message ?? failure.error_description ?? '');
  const inText = jsonIn(text);
  const message = inText ? String(inText.message ?? '') : text;
  const code = refusesToken({ message })
    ? 'ACCESS_TOKEN_INVALID'
    : String(
        failure.code ??
          failure.error ??
          inText?.code ??
          inText?.error ??
          /\[@cloudbase\/js-sdk\]\[([A-Z_]+)\]/.exec(text)?.[1] ??
          (thrown instanceof TypeError ? 'NETWORK' : 'UNKNOWN'),
      );
  const requestId = typeof failure.requestId === 'string' ? failure.requestId : undefined;
  console.error('platform failure', code, text, requestId);
  return new PlatformFailure(code, sentences[code] ?? texts.noResult, requestId);
};

const sentences: Record<string, string> = {
  NETWORK: texts.networkFailed,
  // The local platform's, while `npm start` fills it.
  SERVICE_STARTING: texts.starting,
};

const jsonIn = (text: string) =>
  text.startsWith('{') ? (parsed(text) as Failure | undefined) : undefined;

/**
 * What the function returned, from the SDK's result. Our nonzero envelopes come without the `result` wrapper, because
 * the SDK takes any truthy `code` for the platform's; ours are numbers, theirs are strings.
 */
export const unwrap = (answer: unknown): unknown => {
  const { result, code } = (answer ?? {}) as { result?: unknown; code?: unknown };
  if (result !== undefined && result !== null) return result;
  if (typeof code === 'number') return answer;
  if (code !== undefined) throw toPlatformFailure(answer);
  throw new PlatformFailure('NO_RESULT', texts.noResult);
};

/** Our refusal of a session that an administrator's sign-in has left, and that has ended since. */
const isEnded = (answer: unknown): boolean =>
  (answer as { data?: { signInAgain?: unknown } | null } | null)?.data?.signInAgain === true;

const within = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PlatformFailure('TIMEOUT', texts.networkFailed)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** One app per page: a second `init` would leave the first with another identity. */
export const connect = (config: AppConfig, side: Side): Cloud => {
  const app = cloudbase.init({
    env: config.envId,
    region: config.region,
    persistence: 'local',
    ...(config.publishableKey && { accessKey: config.publishableKey }),
  } as Parameters<typeof cloudbase.init>[0]);
  if (config.endpoint) {
    const { host, protocol } = new URL(config.endpoint, location.href);
    const gateway = { key: 'GATEWAY', url: `//${host}/v1`, protocol: protocol.replace(':', '') };
    (app as unknown as { registerEndPointWithKey(endpoint: object): void }).registerEndPointWithKey(
      gateway,
    );
  }
  const auth = app.auth();

  /** The newer sign-in methods resolve with the error instead of throwing it. */
  const signIn = async (work: Promise<unknown>) => {
    const { error } = ((await work.catch((thrown: unknown) => ({ error: thrown }))) ?? {}) as {
      error?: unknown;
    };
    if (error) throw toPlatformFailure(error);
  };

  /** Shared: calls that are refused together need one session. */
  let signingIn: Promise<void> | undefined;

  const call = async (name: string, data: object): Promise<unknown> => {
    const isUnsent = isOffline();
    try {
      return unwrap(await within(app.callFunction({ name, data }), CALL_TIMEOUT_MS));
    } catch (thrown) {
      const failure = toPlatformFailure(thrown);
      if (isUnsent && failure.code === 'NETWORK')
        throw new PlatformFailure(failure.code, texts.notSent, failure.requestId);
      throw failure;
    }
  };

  const cloud: Cloud = {
    callFunction: async (name, data) => {
      try {
        const answer = await call(name, data);
        if (side === 'admin' || !isEnded(answer)) return answer;
      } catch (error) {
        if (!(error instanceof PlatformFailure) || !refusals.has(error.code)) throw error;
        // The code that the layers above expect; today's SDK does not use it.
        if (side === 'admin')
          throw new PlatformFailure('ACCESS_TOKEN_INVALID', error.message, error.requestId);
      }
      await cloud.signInAnonymously();
      return call(name, data);
    },
    hasLogin: async () => {
      const { data } = (await auth.getSession()) as { data: { session: unknown } };
      return Boolean(data.session);
    },
    signInAnonymously: () =>
      (signingIn ??= signIn(auth.signInAnonymously({})).finally(() => (signingIn = undefined))),
    signInWithTicket: ticket =>
      signIn(auth.signInWithCustomTicket(() => Promise.resolve(ticket)) as Promise<unknown>),
    signOut: async (serverAnswer = Promise.resolve()) => {
      const { oauth2client } = (
        auth as unknown as { oauthInstance: { oauth2client: OAuth2Client } }
      ).oauthInstance;
      const token = oauth2client.getCredentialsSync()?.access_token;
      await oauth2client.setCredentials();
      localStorage.removeItem(`user_info_${config.envId}`);
      await serverAnswer.catch(() => undefined);
      if (!token) return;
      await online();
      await oauth2client.request('/v1/revoke', { method: 'POST', body: { token } });
    },
  };
  return cloud;
};
