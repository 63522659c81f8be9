import { randomUUID } from 'node:crypto';
import type { SecretKeyPair } from '../admin/signature.ts';
import { isObject, parseJson } from '../http/body.ts';
import { type Exchange, sendJson } from '../http/exchange.ts';
import type { Inject } from '../seams/inject.ts';
import { type Clock, PlatformError } from '../types.ts';
import { checkAllowed, type Conditions } from './conditions.ts';
import { type Environment, REGIONS } from './environment.ts';
import { type Actions, Params } from './params.ts';
import { checkTc3 } from './tc3.ts';

/** Calls that are not, or no longer, in Tencent's public API, and what took their place (docs/cloud-limits.md). */
const BEFORE = new Set([
  'tcb.ListTables',
  'tcb.DescribeStorageSafeRule',
  'tcb.ModifyStorageSafeRule',
  'tcb.CreateCustomLoginKeys',
  'tcb.ListFunctions',
  'tcb.CreateCloudBaseGWAPI',
  'tcb.DescribeCloudBaseGWAPI',
  'tcb.DeleteCloudBaseGWAPI',
  'tcb.ModifyCloudBaseGWAPIPrivilegeBatch',
  'tcb.DescribeCloudBaseGWService',
  'scf.BatchCreateTrigger',
]);
const SINCE = new Set([
  'tcb.DescribeTables',
  'tcb.DescribeResourcePermission',
  'tcb.ModifyResourcePermission',
  'tcb.CreateCustomLoginKey',
  'tcb.DescribeHTTPServiceRoute',
  'tcb.CreateHTTPServiceRoute',
  'tcb.ModifyHTTPServiceRoute',
  'tcb.DeleteHTTPServiceRoute',
  'tcb.VerifyHTTPServiceRoute',
]);

const OF_GATEWAY = new Set([
  'tcb.DescribeRoleList',
  'tcb.ModifyRole',
  'tcb.DescribeEnvConfig',
  'tcb.ModifyEnvConfig',
]);

function isOffered(
  { interfaces, gateway }: Pick<Conditions, 'interfaces' | 'gateway'>,
  name: string,
): boolean {
  if (gateway.calls === 'unknown' && OF_GATEWAY.has(name)) return false;
  if (interfaces === 'new') return !BEFORE.has(name);
  return interfaces === 'both' || !SINCE.has(name);
}

/** The only version of each service. */
const VERSIONS: Record<string, string> = {
  tcb: '2018-06-08',
  scf: '2018-04-16',
  sts: '2018-08-13',
};
const BODY_BYTES = 10 * 1024 * 1024;
/** What changes nothing goes on when the plan has expired. */
const READS = /^(Describe|List|Get|Search|Check)/;

export interface RouterOptions {
  environment: Environment;
  keys: SecretKeyPair;
  clock: Clock;
  conditions: Conditions;
  inject: Inject;
  actions: Actions;
}

export interface ManagementCall {
  exchange: Exchange;
  host: string;
  /** Path with the query, as sent to that host. */
  target: string;
  body: Buffer;
}

/** Answers calls of `<service>.tencentcloudapi.com`, errors too with status 200. */
export function createRouter(options: RouterOptions): (call: ManagementCall) => Promise<void> {
  const { environment, conditions, actions } = options;
  const checkRate = createRateCheck(conditions);

  const find = (service: string, action: string, version: unknown) => {
    if (!Object.hasOwn(VERSIONS, service))
      throw new PlatformError('NoSuchProduct', `The product ${service} does not exist.`);
    if (version !== VERSIONS[service])
      throw new PlatformError('NoSuchVersion', `The version ${String(version)} does not exist.`);
    const run = actions[`${service}.${action}`];
    if (run && Object.hasOwn(actions, `${service}.${action}`)) return run;
    throw invalidAction(service, action);
  };

  const checkRegion = (region: unknown) => {
    if (typeof region !== 'string' || !REGIONS.includes(region))
      throw new PlatformError('UnsupportedRegion', 'The region does not support this product.');
    if (region !== environment.region)
      throw new PlatformError(
        'ResourceNotFound',
        `Env[${environment.envId}] not exists in ${region}`,
      );
  };

  const perform = async ({ exchange: { req }, host, target, body }: ManagementCall) => {
    if (body.length > BODY_BYTES)
      throw new PlatformError('RequestSizeLimitExceeded', 'The request exceeds 10 MB.');
    checkTc3({ req, host, target, body }, options.keys, options.clock);
    const service = host.split('.')[0]!;
    const action = String(req.headers['x-tc-action']);
    const run = find(service, action, req.headers['x-tc-version']);
    if (!isOffered(conditions, `${service}.${action}`)) throw invalidAction(service, action);
    checkRate(`${service}.${action}`);
    checkRegion(req.headers['x-tc-region']);
    checkAllowed(conditions, `${service}:${action}`);
    if (conditions.status !== 'NORMAL' && !READS.test(action)) throw isolated(service);
    const { value } = parseJson(body);
    if (!isObject(value)) throw new PlatformError('InvalidParameter', 'The body is not an object.');
    checkNames(value);
    const after = await options.inject.meet([`management.${action}`, 'management']);
    const answer = await run(new Params(value));
    await after();
    return answer;
  };

  return async call => {
    const RequestId = randomUUID();
    const answer = (part: object) =>
      sendJson(call.exchange, 200, { Response: { ...part, RequestId } });
    try {
      answer(await perform(call));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      answer({ Error: { Code: error.code, Message: error.message } });
    }
  };
}

const invalidAction = (service: string, action: string) =>
  new PlatformError(
    'InvalidAction',
    `The request action=\`${action.slice(0, 60)}\` is invalid or not found in service=\`${service}\` and version=\`${VERSIONS[service]}\`.`,
  );

/** All parameters of the platform begin with a capital; it refuses those that it does not know. */
function checkNames(values: Record<string, unknown>): void {
  const unknown = Object.keys(values).find(name => !/^[A-Z]/.test(name));
  if (unknown !== undefined)
    throw new PlatformError(
      'UnknownParameter',
      `The parameter \`${unknown.slice(0, 60)}\` is not recognized.`,
    );
}

function isolated(service: string): PlatformError {
  return service === 'scf'
    ? new PlatformError(
        'FailedOperation.InsufficientBalance',
        'The current account or namespace is in arrears. Please retry when it is available.',
      )
    : new PlatformError('ResourceUnavailable.ResourceOverdue', 'Resource is overdue.');
}

function createRateCheck(conditions: Conditions): (name: string) => void {
  const calls = new Map<string, number>();
  let second = -1;
  return name => {
    const limit = conditions.callsPerSecond;
    if (limit === null) return;
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) calls.clear();
    second = now;
    const count = (calls.get(name) ?? 0) + 1;
    calls.set(name, count);
    if (count > limit)
      throw new PlatformError(
        'RequestLimitExceeded',
        `Your current request times equals to \`${count}\` in a second, which exceeds the frequency limit \`${limit}\` for a second. Please reduce the frequency of calls.`,
      );
  };
}
