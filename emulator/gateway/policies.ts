import { isObject } from '../http/body.ts';

/** A policy of a role, in the form that `ModifyRole` takes. */
export interface RolePolicy {
  ResourceType: string;
  Resource: string;
  Effect?: string;
  GatewayPolicyCode?: string;
  GatewayPolicyExpression?: string;
}

/** What the console offers for the HTTP API. */
const PRESETS: Record<string, { actions: string[]; effect: 'allow' | 'deny' }> = {
  FunctionsHttpApiAllow: { actions: ['functions:*'], effect: 'allow' },
  FunctionsAccess: { actions: ['functions:*'], effect: 'allow' },
  FunctionsDeny: { actions: ['functions:*'], effect: 'deny' },
  StoragesHttpApiAllow: { actions: ['storages:*'], effect: 'allow' },
  StoragesAccess: { actions: ['storages:*'], effect: 'allow' },
  StoragesDeny: { actions: ['storages:*'], effect: 'deny' },
};

interface Statement {
  action: string;
  effect: string;
}

/** @returns undefined where it is no policy of the gateway that can be read */
export function statementsOf(policy: RolePolicy): Statement[] | undefined {
  const preset = PRESETS[policy.Resource];
  if (preset) return preset.actions.map(action => ({ action, effect: preset.effect }));
  let expression: unknown;
  try {
    expression = JSON.parse(policy.GatewayPolicyExpression ?? '');
  } catch {
    return undefined;
  }
  if (!isObject(expression) || expression.version !== '1.0') return undefined;
  const { statement } = expression;
  if (!Array.isArray(statement) || statement.length === 0) return undefined;
  const isStatement = (one: unknown): one is Statement =>
    isObject(one) &&
    /^(storages|functions|cloudrun|model):/.test(String(one.action)) &&
    (one.effect === 'allow' || one.effect === 'deny');
  return statement.every(isStatement) ? statement : undefined;
}

/** A refusal outweighs a permission; undefined where the policies say nothing. */
export function decideByPolicies(
  policies: RolePolicy[],
  kind: string,
  path: string,
): 'allow' | 'deny' | undefined {
  const matching = policies
    .flatMap(policy => statementsOf(policy) ?? [])
    .filter(({ action }) => {
      const [type, wanted = ''] = action.split(/:(.*)/s);
      if (type !== kind) return false;
      return wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
    });
  if (matching.some(({ effect }) => effect === 'deny')) return 'deny';
  return matching.length > 0 ? 'allow' : undefined;
}
