import { collections } from '#contract/collections.ts';
import { type Cloud, CloudError, each } from './cloud.ts';
import type { Deployment } from './deployment.ts';
import { isOurs } from './functions.ts';
import { readCollections, readIndexes } from './parts/collections.ts';

/** What must be right before anything is changed. Answers sentences, each with what to do. */
export const findFaults = async (deployment: Deployment, stored: StoredData): Promise<string[]> => {
  const { facts, variables } = deployment;
  if (facts.status !== 'NORMAL')
    return [
      `The environment's status is ${facts.status}, not NORMAL: renew its plan in the console (套餐续费) and run again.`,
    ];
  return [
    ...variables.faults.map(fault => `${fault}.`),
    ...foreignFunctions(deployment),
    ...(await limits(deployment)),
    ...(await duplicates(deployment.cloud, stored)),
    ...(await stored.broken()),
  ];
};

/** What only the server SDK can answer. */
export interface StoredData {
  /** Groups of records that a unique index would refuse, by their keys; a few of them. */
  duplicates(collection: string, keys: string[]): Promise<number>;
  /** Sentences about records that the new version's schemas refuse. */
  broken(): Promise<string[]>;
}

const foreignFunctions = ({ functions, release }: Deployment): string[] =>
  release.functions.flatMap(({ name }) => {
    const there = functions.get(name);
    return there && !isOurs(there)
      ? [
          `There is a function ${name} already that this product has not made: use an environment of its own, or delete that function.`,
        ]
      : [];
  });

interface Account {
  AccountLimit?: {
    Namespace?: { Namespace?: string; FunctionsCount?: number; Trigger?: { Timer?: number } }[];
  };
}

/** The plan's numbers, where the platform names them. */
const limits = async ({ cloud, functions, release }: Deployment): Promise<string[]> => {
  const account = await cloud.call<Account>('scf', 'GetAccount', {});
  const own = account.AccountLimit?.Namespace?.find(({ Namespace }) => Namespace === cloud.envId);
  const most = own ?? account.AccountLimit?.Namespace?.[0];
  const needed = new Set([...functions.keys(), ...release.functions.map(({ name }) => name)]).size;
  const timers = Math.max(...release.functions.map(one => one.timers.length));
  return [
    ...(most?.FunctionsCount && needed > most.FunctionsCount
      ? [
          `The plan allows ${most.FunctionsCount} functions, ${needed} are needed: choose a larger plan (套餐变配), or an environment of its own.`,
        ]
      : []),
    ...(most?.Trigger?.Timer && timers > most.Trigger.Timer
      ? [
          `The plan allows ${most.Trigger.Timer} timers of one function, ${timers} are needed: ask the platform's support for more (配额管理).`,
        ]
      : []),
  ];
};

const duplicates = async (cloud: Cloud, stored: StoredData): Promise<string[]> => {
  const there = await readCollections(cloud);
  const wanted = collections.flatMap(({ name, indexes }) =>
    there.has(name) ? indexes.filter(({ unique }) => unique).map(index => ({ name, index })) : [],
  );
  const found = await each(wanted, async ({ name, index }) => {
    const actual = await readIndexes(cloud, name);
    if (actual.some(one => one.Name === index.name && one.Unique)) return [];
    const groups = await stored.duplicates(name, Object.keys(index.keys));
    return groups > 0
      ? [
          `The collection ${name} holds ${groups} groups of records with the same ${Object.keys(index.keys).join(', ')}, which the unique index ${index.name} does not allow: keep one record of each (${name} in the console's database).`,
        ]
      : [];
  });
  return found.flat();
};

/** What a refusal of the platform means for whoever runs the command. */
export const explain = (
  error: unknown,
  { envId, region }: Pick<Cloud, 'envId' | 'region'>,
): string => {
  if (!(error instanceof CloudError)) return error instanceof Error ? error.message : String(error);
  const said = `(${error.action}: ${error.code}, ${error.message})`;
  const known = sentences.find(([code]) => code.test(error.code));
  return known
    ? `${known[1](envId, region)} ${said}`
    : `${error.action} was refused: ${error.code}, ${error.message}`;
};

const sentences: [RegExp, (envId: string, region: string) => string][] = [
  [
    /^AuthFailure\.(SecretIdNotFound|InvalidSecretId|TokenFailure)/,
    () =>
      'The platform does not know TENCENTCLOUD_SECRETID: copy the key again from the console (访问管理 › API 密钥管理), or make a new one.',
  ],
  [
    /^(AuthFailure\.SignatureFailure|SignatureDoesNotMatch)/,
    () => 'TENCENTCLOUD_SECRETKEY does not belong to TENCENTCLOUD_SECRETID: copy both again.',
  ],
  [
    /^(AuthFailure\.SignatureExpire|RequestTimeTooSkewed)/,
    () => "This machine's clock is wrong by more than five minutes: set it and run again.",
  ],
  [
    /^(UnauthorizedOperation|AuthFailure\.UnauthorizedOperation|AccessDenied|OperationDenied)/,
    envId =>
      `The key may not do this in ${envId}: give its user the policies QcloudTCBFullAccess, QcloudSCFFullAccess and QcloudCOSFullAccess, or use one of the account that owns the environment. What has been done stays; run again.`,
  ],
  [
    /^(ResourceNotFound(\.Env|$)|InvalidParameter(Value)?\.(EnvId|Env|Region)|UnsupportedRegion|ResourceNotFound\.Namespace)/,
    (envId, region) =>
      `There is no environment ${envId} in ${region} that this key may see: compare both with the console, and name another region with --region.`,
  ],
  [
    /^LimitExceeded/,
    () =>
      'A limit of the plan is reached: choose a larger plan (套餐变配), or delete what is not needed. What has been done stays; run again.',
  ],
  [
    /^(NETWORK|RequestLimitExceeded|InternalError|ServiceUnavailable|SlowDown|Timeout)/,
    () =>
      'The platform could not be reached, or not in time. What has been done stays: run the command again, it goes on from there.',
  ],
];
