import { type Cloud, CloudError, isUnknown } from '../cloud.ts';
import { type Policy, roleIdentities, type RoleIdentity } from './legacy.ts';

/** The settings of the gateway, by the engine that decides. */
export type GatewayState =
  | { engine: 'legacy'; policies: Record<RoleIdentity, Policy[]> }
  | { engine: 'opa'; rego: string };

/** What decides: policies of roles, or Rego. A deployment never changes it. */
type Engine = GatewayState['engine'];

const readEngine = async ({ library, attempt }: Cloud): Promise<Engine> => {
  const { EnvInfo } = await attempt('DescribeEnvInfo', () => library.env.getEnvInfo());
  const engine = EnvInfo.Meta?.find(({ Key }) => Key === 'authz_engine');
  return engine?.Value === 'opa' ? 'opa' : 'legacy';
};

const REGO = 'authz.user.rego';

interface Role {
  RoleId?: string;
  RoleIdentity?: string;
  Policies?: Policy[] | null;
}

/** @throws CloudError where the environment has no such role */
const readRole = async ({ call, envId }: Cloud, identity: RoleIdentity) => {
  const { Data } = await call<{ Data?: { SystemRoles?: Role[] | null } }>(
    'tcb',
    'DescribeRoleList',
    {
      EnvId: envId,
      RoleIdentity: identity,
      LoadDetails: true,
      PageNumber: 1,
      PageSize: 100,
    },
  );
  const role = Data?.SystemRoles?.find(({ RoleIdentity }) => RoleIdentity === identity);
  if (!role?.RoleId)
    throw new CloudError(
      'ResourceNotFound.Role',
      'DescribeRoleList',
      `there is no role ${identity}`,
    );
  return { id: role.RoleId, policies: role.Policies ?? [] };
};

/** @throws with what to do where the environment does not know the calls, which no public document has */
export const readGateway = (cloud: Cloud): Promise<GatewayState> =>
  readState(cloud).catch((error: unknown) => {
    if (!isUnknown(error)) throw error;
    const { action, message } = error as CloudError;
    throw new Error(
      `The environment does not know ${action} (${message}), so the gateway cannot be opened from here: open it in the console (权限控制 › 匿名用户 and 注册用户 › 添加策略 › 网关), and run with --gateway by-hand.`,
      { cause: error },
    );
  });

const readState = async (cloud: Cloud): Promise<GatewayState> => {
  if ((await readEngine(cloud)) === 'opa') {
    const { Item } = await cloud.call<{ Item?: { Value?: string } | null }>(
      'tcb',
      'DescribeEnvConfig',
      { EnvId: cloud.envId, Key: REGO },
    );
    return { engine: 'opa', rego: Item?.Value ?? '' };
  }
  const read = await Promise.all(
    roleIdentities.map(async role => [role, (await readRole(cloud, role)).policies] as const),
  );
  return { engine: 'legacy', policies: Object.fromEntries(read) as Record<RoleIdentity, Policy[]> };
};

/** @throws CloudError where the engine is no longer this one: Rego would end the policies of roles at once */
const confirmEngine = async (cloud: Cloud, wanted: Engine, action: string) => {
  const engine = await readEngine(cloud);
  if (engine !== wanted)
    throw new CloudError(
      'ResourceInUse.Engine',
      action,
      `the environment's gateway is now decided by ${engine}, not by ${wanted}; run again`,
    );
};

export const saveRego = async (cloud: Cloud, text: string): Promise<void> => {
  await confirmEngine(cloud, 'opa', 'ModifyEnvConfig');
  await cloud.call('tcb', 'ModifyEnvConfig', { EnvId: cloud.envId, Key: REGO, Value: text });
};

export const changePolicies = async (
  cloud: Cloud,
  identity: RoleIdentity,
  { add, remove }: { add: Policy[]; remove: Policy[] },
): Promise<void> => {
  await confirmEngine(cloud, 'legacy', 'ModifyRole');
  const { id } = await readRole(cloud, identity);
  await cloud.call('tcb', 'ModifyRole', {
    EnvId: cloud.envId,
    RoleId: id,
    ...(add.length > 0 && { AddPolicies: add }),
    ...(remove.length > 0 && { RemovePolicies: remove }),
  });
};
