import { isDeepStrictEqual } from 'node:util';
import type { ReleasedFunction } from '../release.ts';
import { gatewayPath, openTo } from './paths.ts';

/** A policy of a role, as the platform keeps it. */
export interface Policy {
  ResourceType: string;
  Resource: string;
  ResourceName?: string;
  Effect?: string;
  GatewayPolicyCode?: string;
  GatewayPolicyName?: string;
  GatewayPolicyDescription?: string;
  GatewayPolicyExpression?: string;
}

/** Roles of the platform, by the name it gives them, and what our policies of them are called. */
export const ROLES = {
  anonymousUser: 'ImageBackOfficeAnonymous',
  registerUser: 'ImageBackOfficeRegistered',
} as const;
export type RoleIdentity = keyof typeof ROLES;
export const roleIdentities = Object.keys(ROLES) as RoleIdentity[];

/** The console's policy for every function of the environment. */
const ALL_FUNCTIONS = 'FunctionsHttpApiAllow';

const isOurs = ({ Resource, GatewayPolicyCode }: Policy) =>
  (Object.values(ROLES) as string[]).includes(GatewayPolicyCode ?? Resource);

/** No document says which form a function's path has, so both are named. */
const statementsFor = (name: string) =>
  [`functions:/${name}`, `functions:${gatewayPath(name)}`].map(action => ({
    action,
    resource: '*',
    effect: 'allow',
  }));

/** The policies that the roles need for a release, or for everything. */
export const policiesFor = (
  functions: readonly Pick<ReleasedFunction, 'name' | 'rule'>[],
  opens: 'own' | 'all',
): Record<RoleIdentity, Policy> => {
  const { anonymous, registered } = openTo(functions);
  const policy = (role: RoleIdentity, names: string[]): Policy =>
    opens === 'all'
      ? { ResourceType: 'gateway', Resource: ALL_FUNCTIONS, Effect: 'allow' }
      : {
          ResourceType: 'gateway',
          Resource: ROLES[role],
          ResourceName: ROLES[role],
          Effect: 'allow',
          GatewayPolicyCode: ROLES[role],
          GatewayPolicyName: ROLES[role],
          GatewayPolicyDescription: 'Functions of the back office; written by its deployment.',
          GatewayPolicyExpression: JSON.stringify({
            version: '1.0',
            statement: names.flatMap(statementsFor),
          }),
        };
  return {
    anonymousUser: policy('anonymousUser', anonymous),
    registerUser: policy('registerUser', registered),
  };
};

const expressionOf = ({ GatewayPolicyExpression = '' }: Policy): unknown => {
  try {
    return JSON.parse(GatewayPolicyExpression);
  } catch {
    return GatewayPolicyExpression;
  }
};

const isSame = (one: Policy, other: Policy) =>
  one.Resource === other.Resource &&
  (one.Effect ?? 'allow') === (other.Effect ?? 'allow') &&
  isDeepStrictEqual(expressionOf(one), expressionOf(other));

/** What has to be added to and removed from a role, which keeps all policies that are not ours. */
export const difference = (
  there: readonly Policy[],
  wanted: readonly Policy[],
  mayRemove: (policy: Policy) => boolean = isOurs,
): { add: Policy[]; remove: Policy[] } => ({
  add: wanted.filter(one => !there.some(other => isSame(one, other))),
  remove: there.filter(one => mayRemove(one) && !wanted.some(other => isSame(one, other))),
});

/** What a deployment may have set: ours, and the console's policy for all functions. */
export const isSetByDeployment = (policy: Policy): boolean =>
  isOurs(policy) || policy.Resource === ALL_FUNCTIONS;
