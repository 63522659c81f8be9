import type { Deployment } from '../deployment.ts';
import {
  difference,
  isSetByDeployment,
  policiesFor,
  type Policy,
  roleIdentities,
  type RoleIdentity,
} from '../gateway/legacy.ts';
import { askPublic, untilOpen } from '../gateway/proof.ts';
import { blockFor, restored, withBlock } from '../gateway/rego.ts';
import { changePolicies, type GatewayState, readGateway, saveRego } from '../gateway/state.ts';
import { isChange, type Part, type Step } from '../part.ts';

const NAMED = 10;

/** That callers reach the functions at all, whatever their rules say. After the functions, before the pages that call them. */
export const gatewayPart = (deployment: Deployment): Part => ({
  title: 'Gateway',
  plan: async () => {
    const { release, gatewayWay } = deployment;
    // By hand, also where the platform does not answer these calls at all.
    const policies =
      gatewayWay === 'by-hand'
        ? []
        : await planOwn(deployment, await readGateway(deployment.cloud));
    const isNew = !release.functions.every(({ name }) => deployment.functions.has(name));
    return [...policies, await planProof(deployment, isNew || policies.some(isChange))];
  },
});

/** What stands in the way of opening it, as sentences with what to do. */
export const gatewayFaults = async (deployment: Deployment): Promise<string[]> => {
  if (deployment.gatewayWay === 'by-hand') return [];
  const state = await readGateway(deployment.cloud);
  if (state.engine === 'legacy') return [];
  const block = blockFor(deployment.release.functions);
  const merged = withBlock(state.rego, block);
  return 'text' in merged
    ? []
    : [
        `The environment's Rego policy cannot be added to safely: ${merged.obstacle}. Add these lines to it (权限控制 › 策略管理), and run with --gateway by-hand:\n${block}`,
      ];
};

const planOwn = async (deployment: Deployment, state: GatewayState): Promise<Step[]> => {
  const { cloud, release, gatewayWay } = deployment;
  if (state.engine === 'opa') {
    const merged = withBlock(state.rego, blockFor(release.functions));
    if ('obstacle' in merged) throw new Error(merged.obstacle);
    const name = 'paths of our functions in the Rego policy';
    return [
      merged.text === state.rego
        ? { action: 'leave', name }
        : {
            action: state.rego === '' ? 'create' : 'change',
            name,
            run: () => saveRego(cloud, merged.text),
          },
    ];
  }
  const opens = gatewayWay === 'all' ? 'all' : 'own';
  const wanted = policiesFor(release.functions, opens);
  const why = opens === 'all' ? foreignOpened(deployment) : undefined;
  return roleIdentities.map(role =>
    planRole(deployment, role, difference(state.policies[role], [wanted[role]]), why),
  );
};

const planRole = (
  { cloud }: Deployment,
  role: RoleIdentity,
  changes: { add: Policy[]; remove: Policy[] },
  why?: string,
): Step => {
  const name = `policy of the role ${role}`;
  if (changes.add.length + changes.remove.length === 0) return { action: 'leave', name };
  return {
    action: changes.remove.length === 0 ? 'create' : 'change',
    name,
    ...(why && { why }),
    run: () =>
      changePolicies(cloud, role, changes).catch((error: unknown) => {
        throw new Error(
          `The role ${role} does not take a policy of our own (${String((error as Error).message)}). Either add it in the console (权限控制 › ${role === 'anonymousUser' ? '匿名用户' : '注册用户'} › 添加自定义策略 › 网关) and run with --gateway by-hand, or open every function of this environment to the gateway with --gateway all:\n${changes.add.map(({ GatewayPolicyExpression }) => GatewayPolicyExpression).join('\n')}`,
          { cause: error },
        );
      }),
  };
};

/** The functions of others that the console's policy opens with ours; their rules go on deciding who may call them. */
const foreignOpened = ({ functions, release }: Deployment): string => {
  const ours = new Set(release.functions.map(({ name }) => name));
  const others = [...functions.keys()].filter(name => !ours.has(name)).sort();
  if (others.length === 0) return 'opens every function; the environment has no others';
  const named = others.slice(0, NAMED).join(', ');
  return `opens every function, also ${named}${others.length > NAMED ? ` and ${others.length - NAMED} more` : ''}; their rules decide who may call them`;
};

/** Only the answer of a real call shows it. */
const planProof = async (deployment: Deployment, isChanging: boolean): Promise<Step> => {
  const { cloud, publishableKey, siteUrl } = deployment;
  const name = 'calls of browsers reach the functions';
  const ask = () => askPublic(cloud, { credential: publishableKey ?? '', siteUrl });
  const { isOpen, refusal } = isChanging ? { isOpen: false, refusal: '' } : await ask();
  if (isOpen) return { action: 'leave', name };
  return {
    action: 'change',
    name,
    ...(refusal && { why: refusal }),
    alone: true,
    run: () => untilOpen(ask),
  };
};

/** For a return to a version: the policies that were there when it was replaced. */
export const gatewayBackPart = (
  deployment: Deployment,
  before: GatewayState | undefined,
): Part => ({
  title: 'Gateway',
  plan: async () => {
    const { cloud, gatewayWay } = deployment;
    if (!before || gatewayWay === 'by-hand') return [];
    const state = await readGateway(cloud);
    if (before.engine !== state.engine)
      return [
        {
          action: 'manual',
          name: 'policies of the gateway',
          why: `were decided by ${before.engine}, now by ${state.engine}, and stay as they are`,
        },
      ];
    if (state.engine === 'legacy' && before.engine === 'legacy')
      return roleIdentities.map(role => {
        const wanted = before.policies[role].filter(isSetByDeployment);
        const mayRemove = gatewayWay === 'all' ? isSetByDeployment : undefined;
        return planRole(deployment, role, difference(state.policies[role], wanted, mayRemove));
      });
    if (state.engine !== 'opa' || before.engine !== 'opa') return [];
    const back = restored(state.rego, before.rego);
    const name = 'Rego policy';
    if ('obstacle' in back) return [{ action: 'manual', name, why: back.obstacle }];
    return [
      back.text === state.rego
        ? { action: 'leave', name }
        : { action: 'change', name, run: () => saveRego(cloud, back.text) },
    ];
  },
});
