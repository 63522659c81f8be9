import type { Caller } from '../auth/sessions.ts';
import type { Gateway, GatewayRequest } from '../gateway/gateway.ts';
import { decideByPolicies, type RolePolicy, statementsOf } from '../gateway/policies.ts';
import { decideByRego, parseRego, type RegoPolicy } from '../gateway/rego.ts';
import { PlatformError } from '../types.ts';
import { changed, type Changing, inEffect } from './changing.ts';
import { type Managed, ofEnvironment } from './environment.ts';
import type { Actions, Params } from './params.ts';

interface Role {
  id: string;
  identity: string;
  name: string;
}

/** Those that the platform has made; callers are in one of the first two, and in the last. */
const ROLES: Role[] = [
  { id: '1', identity: 'administrator', name: '管理员' },
  { id: '2', identity: 'registerUser', name: '注册用户' },
  { id: '3', identity: 'externalUser', name: '组织成员' },
  { id: '4', identity: 'anonymousUser', name: '匿名用户' },
  { id: '5', identity: 'allUser', name: '所有用户' },
];
const MOST_POLICIES = 50;
const USER_REGO = 'authz.user.rego';
const REGO_KEYS = [USER_REGO, 'authz.platform.extension.rego'];

export interface ManagedGateway extends Gateway {
  actions: Actions;
  /** As `DescribeEnvInfo` answers it; null where the legacy policies decide. */
  meta(): { Key: string; Value: string }[] | null;
}

/** The gateway of an environment that takes deployments: closed until policies of its roles, or Rego, open it. */
export function managedGateway(options: Managed): ManagedGateway {
  const { environment, conditions, clock } = options;
  const policies = options.records<Changing<RolePolicy[]>>('rolePolicies');
  const regos = options.records<Changing<string>>('rego');
  const parsed = new Map<string, RegoPolicy>();

  const now = <T>(kept: Changing<T> | undefined, otherwise: T) => inEffect(clock, kept, otherwise);
  const changing = <T>(kept: Changing<T> | undefined, value: T, otherwise: T) =>
    changed(clock, kept, { value, otherwise, delay: conditions.delays.gateway });
  const regoOf = (text: string): RegoPolicy => {
    const known = parsed.get(text) ?? parseRego(text);
    parsed.set(text, known);
    return known;
  };
  /** Saving Rego ends the policies of roles at once, whatever it says. */
  const isRego = () => conditions.gateway.engine === 'opa' || regos.get(USER_REGO) !== undefined;

  const byRoles = ({ kind, path, caller }: GatewayRequest) => {
    const form =
      conditions.gateway.paths === 'name' ? path.replace(/^\/v1\/(functions|storages)/, '') : path;
    const its = [caller && !isAnonymous(caller) ? 'registerUser' : 'anonymousUser', 'allUser'];
    return decideByPolicies(
      its.flatMap(identity => now(policies.get(identity), [])),
      kind,
      form,
    );
  };
  const byRego = ({ kind, path, method, caller }: GatewayRequest) => {
    const text = now(regos.get(USER_REGO), '');
    if (text === '') return undefined;
    return decideByRego(regoOf(text), {
      subject: {
        auth_type: caller
          ? isAnonymous(caller)
            ? 'anonymous'
            : 'external'
          : conditions.gateway.keyAs,
        ...(caller && { user_id: caller.sub }),
      },
      request: { method, path, header_map: {} },
      cloudbase: {
        env_id: environment.envId,
        resource_type: kind,
        entrypoint_type: 'tcbopenapi',
      },
    });
  };

  const roleNamed = (id: string): Role => {
    const role = ROLES.find(one => one.id === id);
    if (role) return role;
    throw new PlatformError('ResourceNotFound', `Role[${id}] not exists`);
  };
  const policiesIn = (params: Params, name: string): RolePolicy[] =>
    params.objects(name).map(item => {
      const policy: RolePolicy = {
        ResourceType: item.text('ResourceType'),
        Resource: item.text('Resource'),
      };
      for (const field of FIELDS) {
        const value = item.optionalText(field);
        if (value !== undefined) policy[field as 'Effect'] = value;
      }
      return policy;
    });
  const isSame = (one: RolePolicy, other: RolePolicy) =>
    one.ResourceType === other.ResourceType && one.Resource === other.Resource;

  return {
    check(request) {
      const decision = isRego() ? byRego(request) : byRoles(request);
      if (decision === 'allow') return;
      if (decision === undefined && conditions.gateway.starts === 'open') return;
      const { refusesAs } = conditions.gateway;
      const code =
        refusesAs === 'documented' ? (isRego() ? 'ACCESS_DENIED' : 'ACTION_FORBIDDEN') : refusesAs;
      throw new PlatformError(code, 'the gateway does not let this request through', 403);
    },
    meta: () => (isRego() ? [{ Key: 'authz_engine', Value: 'opa' }] : null),
    actions: ofEnvironment(environment, {
      'tcb.DescribeEnvConfig'(params) {
        const key = params.text('Key');
        if (!REGO_KEYS.includes(key))
          throw new PlatformError('InvalidParameter', `Key: ${key} is not known here`);
        const kept = regos.get(key);
        return { Item: kept ? { Key: key, Value: kept.value } : { Key: '', Value: '' } };
      },
      'tcb.ModifyEnvConfig'(params) {
        if (params.text('Key') !== USER_REGO)
          throw new PlatformError('InvalidParameter', `Only ${USER_REGO} can be changed`);
        const text = params.text('Value');
        try {
          regoOf(text);
        } catch (error) {
          throw new PlatformError('InvalidParameter', (error as Error).message);
        }
        regos.put(USER_REGO, changing(regos.get(USER_REGO), text, ''));
        return { AffectedRows: 1 };
      },
      'tcb.DescribeRoleList'(params) {
        const size = params.optionalNumber('PageSize') ?? 10;
        if (size < 1 || size > 100)
          throw new PlatformError('InvalidParameter', 'PageSize is between 1 and 100');
        const identity = params.optionalText('RoleIdentity');
        const found = ROLES.filter(role => identity === undefined || role.identity === identity);
        const isFull = params.optionalFlag('LoadDetails') === true;
        return {
          Data: {
            TotalCount: found.length,
            CustomTotalCount: 0,
            SystemRoles: found.map(role => ({
              RoleId: role.id,
              RoleIdentity: role.identity,
              RoleName: role.name,
              RoleType: 'system',
              Description: '',
              ...(isFull && { Members: [], Policies: policies.get(role.identity)?.value ?? [] }),
            })),
            CustomRoles: [],
          },
        };
      },
      'tcb.ModifyRole'(params) {
        const { identity } = roleNamed(params.text('RoleId'));
        const added = policiesIn(params, 'AddPolicies');
        const removed = policiesIn(params, 'RemovePolicies');
        if (conditions.gateway.customPolicies === 'refused' && added.some(isCustom))
          throw new PlatformError('UnsupportedOperation', '系统角色不允许修改权限');
        const unread = added.find(
          policy => policy.ResourceType === 'gateway' && statementsOf(policy) === undefined,
        );
        if (unread)
          throw new PlatformError('InvalidParameter', `Policy ${unread.Resource} is not valid`);
        const kept = policies.get(identity);
        const next = [
          ...(kept?.value ?? []).filter(
            one =>
              !removed.some(gone => isSame(one, gone)) && !added.some(new_ => isSame(one, new_)),
          ),
          ...added,
        ];
        if (next.length > MOST_POLICIES)
          throw new PlatformError('LimitExceeded', `A role has ${MOST_POLICIES} policies at most`);
        policies.put(identity, changing(kept, next, []));
        return { Data: { Success: true, AddedPolicies: added, RemovedPolicies: removed } };
      },
    }),
  };
}

const FIELDS = [
  'ResourceName',
  'Permission',
  'Effect',
  'GatewayPolicyCode',
  'GatewayPolicyName',
  'GatewayPolicyDescription',
  'GatewayPolicyExpression',
];

const isCustom = ({ GatewayPolicyExpression }: RolePolicy) => GatewayPolicyExpression !== undefined;

const isAnonymous = (caller: NonNullable<Caller>) => caller.loginType === 'ANONYMOUS';
