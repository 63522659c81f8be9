import type { Caller } from '../auth/sessions.ts';

/**
 * What a function receives about one invocation, under the platform's names
 * (docs/cloudbase-wire.md#what-a-function-receives).
 */
export interface InvocationFacts {
  name: string;
  requestId: string;
  envId: string;
  caller: Caller;
  /** Of who calls inside WeChat. */
  openid?: string | undefined;
  ip: string;
  /** Proves to `/admin` which invocation a call comes from. */
  sessionToken: string;
  memoryMb: number;
  timeoutMs: number;
}

export interface ServerSdkAccess {
  /** Address of `/admin`. */
  url: string;
  secretId: string;
  secretKey: string;
}

const CONTEXT_KEYS = [
  'TCB_ENV',
  'TCB_SEQID',
  'TCB_SOURCE',
  'TCB_SOURCE_IP',
  'TCB_SESSIONTOKEN',
  'TCB_UUID',
  'TCB_ISANONYMOUS_USER',
  'TCB_CUSTOM_USER_ID',
  'TRIGGER_SRC',
];

/** The variables that describe this event. */
export function identityOf(facts: InvocationFacts): Record<string, string> {
  const { caller, openid } = facts;
  return {
    ...(openid && { WX_OPENID: openid, WX_CONTEXT_KEYS: 'WX_OPENID' }),
    LOGINTYPE: caller?.loginType ?? '',
    TCB_UUID: caller?.sub ?? openid ?? '',
    TCB_CUSTOM_USER_ID: caller?.customUserId ?? '',
    TCB_ISANONYMOUS_USER: String(caller?.loginType === 'ANONYMOUS'),
    TCB_SOURCE_IP: facts.ip,
    TCB_SOURCE: '',
    TCB_ENV: facts.envId,
    TCB_SEQID: facts.requestId,
    TCB_SESSIONTOKEN: facts.sessionToken,
    TCB_CONTEXT_KEYS: CONTEXT_KEYS.join(','),
    TRIGGER_SRC: 'tcb',
  };
}

/** The variables that are the same for all events of a function: its own and the SDK's, nothing of the host. */
export function environmentOf(
  { name, envId }: Pick<InvocationFacts, 'name' | 'envId'>,
  access: ServerSdkAccess,
  own: Record<string, string> = {},
): Record<string, string> {
  return {
    ...own,
    PATH: process.env.PATH ?? '',
    TZ: 'UTC',
    SCF_NAMESPACE: envId,
    SCF_FUNCTIONNAME: name,
    TENCENTCLOUD_SECRETID: access.secretId,
    TENCENTCLOUD_SECRETKEY: access.secretKey,
    TCB_CONTEXT_CNFG: JSON.stringify({ URL: access.url }),
    // Without these the SDK queries the cloud's metadata host before every call and keeps the process alive
    // (docs/cloudbase-wire.md#addresses).
    TENCENTCLOUD: 'true',
    SILENCE: 'true',
  };
}

/** The second argument of `main`. */
export function contextOf(facts: InvocationFacts): Record<string, unknown> {
  return {
    request_id: facts.requestId,
    function_name: facts.name,
    function_version: '$LATEST',
    namespace: facts.envId,
    memory_limit_in_mb: facts.memoryMb,
    time_limit_in_ms: facts.timeoutMs,
    environment: JSON.stringify(identityOf(facts)),
  };
}
