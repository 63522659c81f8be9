import { PlatformError } from '../types.ts';

/**
 * How the platform behaves towards deployments: by default at once and with the documented limits, otherwise as unpleasant as
 * the real one. Tests change it at any time, through `POST /__emulator/management`.
 */
export interface Conditions {
  /** Milliseconds until a change takes effect. */
  delays: {
    /** A created collection is not shown. */
    table: number;
    /** Indexes are not shown, and the collection refuses further changes. */
    index: number;
    /** A function is `Creating` or `Updating`, runs its old code and refuses further changes. */
    function: number;
    /** Rules of functions and files are the old ones. */
    rule: number;
    /** Hosting that was switched on is not there. */
    hosting: number;
    /** HTTP access that was switched on for the first time has no domain. */
    httpAccess: number;
    /** Policies of the gateway are the old ones. */
    gateway: number;
    /** A domain of the owner's is `PROCESSING`. */
    domain: number;
  };
  /** Of domains of the owner's; `isDownload` of the default ones. */
  domains: {
    certificates: string[];
    isOwned: boolean;
    dns: 'OK' | 'EMPTY' | 'INVALID';
    isDownload: boolean;
  };
  gateway: GatewayConditions;
  /**
   * Which interfaces the environment knows: those of today's public API, those before it, or both. Of one that it does not
   * know it says `InvalidAction`.
   */
  interfaces: 'new' | 'old' | 'both';
  /** What the environment has: `postgresql` is one without a document database. */
  databases: 'document' | 'postgresql';
  /** What functions may be made to run on (https://docs.cloudbase.net/cloud-function/runtime-support). */
  runtimes: string[];
  /** Whether `ModifyClient` takes -1, any number of sessions of a user; the console offers 1 to 100 only. */
  takesAnyDevices: boolean;
  /** Whether the account's limits are reported; documented is 0 for all of them. */
  reportsLimits: boolean;
  /** Calls of one action in a second; the documented figure is 20, and null stands for any number. */
  callsPerSecond: number | null;
  limits: {
    tables: number;
    /** Most indexes of a collection, with `_id_` and `_openid_1`: the lowest figure that is documented. */
    indexes: number;
    functions: number;
    /** Timers of one function. */
    triggers: number;
    /** Limit of the database; none where absent. */
    requestsPerSecond?: number;
    /** Requests of the database at the same time; any number where absent. */
    connections?: number;
  };
  /** `NORMAL`, or `ISOLATE` when the plan has expired: then only reading is allowed. */
  status: string;
  packageId: string;
  /** Whether the environment goes on when the plan is used up. */
  runsOn: boolean;
  /** End of the plan, epoch milliseconds; in thirty days when absent. */
  expiresAt?: number;
  /** Actions that this key may not call, e.g. `scf:CreateFunction` or `cos:PutObject`; `*` for all. */
  denied: string[];
}

/** What no document settles about the gateway: each can be the one or the other. */
export interface GatewayConditions {
  /** `opa`: Rego decides from the beginning, otherwise as soon as it is saved. */
  engine: 'legacy' | 'opa';
  /** Whether the calls about roles and Rego, which no public document has, are known. */
  calls: 'known' | 'unknown';
  /** Where no policy says anything; documented is `closed`. */
  starts: 'closed' | 'open';
  /** As whom Rego sees the publishable key alone. */
  keyAs: 'anonymous' | 'unauthenticated' | 'anon';
  /** The code of a refusal; `documented` is `ACTION_FORBIDDEN`, with Rego `ACCESS_DENIED`. */
  refusesAs: 'documented' | 'EXCEED_AUTHORITY';
  /** Whether roles of the platform take policies that are no presets. */
  customPolicies: 'known' | 'refused';
  /** What the paths of a function's policies are: `/v1/functions/<name>` or `/<name>`. */
  paths: 'route' | 'name';
}

export const calmConditions = (): Conditions => ({
  delays: {
    table: 0,
    index: 0,
    function: 0,
    rule: 0,
    hosting: 0,
    httpAccess: 0,
    gateway: 0,
    domain: 0,
  },
  domains: { certificates: [], isOwned: true, dns: 'EMPTY', isDownload: false },
  gateway: {
    engine: 'legacy',
    calls: 'known',
    starts: 'closed',
    keyAs: 'anonymous',
    refusesAs: 'documented',
    customPolicies: 'known',
    paths: 'route',
  },
  interfaces: 'new',
  databases: 'document',
  runtimes: ['24.11', '22.21', '20.19', '18.15', '16.13'].map(version => `Nodejs${version}`),
  takesAnyDevices: true,
  reportsLimits: false,
  callsPerSecond: null,
  limits: { tables: 300, indexes: 20, functions: 50, triggers: 10 },
  status: 'NORMAL',
  packageId: 'baas_personal',
  runsOn: false,
  denied: [],
});

export type ConditionChanges = Partial<
  Omit<Conditions, 'delays' | 'limits' | 'gateway' | 'domains'> & {
    domains: Partial<Conditions['domains']>;
    delays: Partial<Conditions['delays']>;
    gateway: Partial<GatewayConditions>;
    limits: Partial<Conditions['limits']>;
  }
>;

export function changeConditions(conditions: Conditions, changes: ConditionChanges): void {
  const { delays, limits, gateway, domains, ...rest } = changes;
  Object.assign(conditions, rest);
  Object.assign(conditions.delays, delays);
  Object.assign(conditions.limits, limits);
  Object.assign(conditions.gateway, gateway);
  Object.assign(conditions.domains, domains);
}

/** @throws PlatformError as the platform's access management does */
export function checkAllowed({ denied }: Conditions, permission: string): void {
  if (!denied.includes(permission) && !denied.includes('*')) return;
  throw new PlatformError(
    'UnauthorizedOperation',
    `you are not authorized to perform operation (${permission})\nresource (*) has no permission\n`,
    403,
  );
}
