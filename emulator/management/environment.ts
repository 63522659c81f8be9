import { createHash } from 'node:crypto';
import { type Clock, PlatformError } from '../types.ts';
import type { Conditions } from './conditions.ts';
import type { Actions, Params } from './params.ts';
import type { OpenRecords } from './records.ts';

/** What identifies an environment and its resources. */
export interface Environment {
  envId: string;
  region: string;
  /** The account's id; names of buckets end in it. */
  appId: string;
  storageBucket: string;
  hostingBucket: string;
  /** Id of the database's instance. */
  databaseId: string;
}

/** Regions in which the platform has environments. */
export const REGIONS = ['ap-shanghai', 'ap-guangzhou', 'ap-beijing', 'ap-singapore'];

/** Number of the account. */
const OWNER = '100000000001';

export function newEnvironment(envId: string, region: string, appId: string): Environment {
  const mark = createHash('sha256').update(envId).digest('hex');
  return {
    envId,
    region,
    appId,
    // As the platform names them: the first letters of the id in hexadecimal, the id, the account.
    storageBucket: `${Buffer.from(envId.slice(0, 2)).toString('hex')}-${envId}-${appId}`,
    hostingBucket: `${mark.slice(0, 4)}-static-${envId}-${appId}`,
    databaseId: `tnt-${mark.slice(0, 9)}`,
  };
}

/** What the parts of a platform that takes deployments have in common. */
export interface Managed {
  environment: Environment;
  records: OpenRecords;
  conditions: Conditions;
  clock: Clock;
}

/** @throws PlatformError when it is another's */
export function checkEnvironment(environment: Environment, given: string): void {
  if (given !== environment.envId)
    throw new PlatformError('ResourceNotFound', `Env[${given}] not exists`);
}

/** Actions of which every call names the environment it is about, by this parameter. */
export const ofEnvironment = (
  environment: Environment,
  actions: Actions,
  parameter = 'EnvId',
): Actions =>
  Object.fromEntries(
    Object.entries(actions).map(([name, run]) => [
      name,
      params => {
        checkEnvironment(environment, params.text(parameter));
        return run(params);
      },
    ]),
  );

export const notForPostgresql = () =>
  new PlatformError(
    'OperationDenied',
    'The current API does not support PostgreSQL type environments.',
  );

export interface EnvironmentActionsOptions extends Managed {
  /** Host and port under which the platform is reached. */
  address(): string;
  hasHosting(): boolean;
  /** Marks of the environment. */
  meta(): { Key: string; Value: string }[] | null;
}

/** `DescribeEnvs`, `DescribeEnvInfo`, `DescribeEnvPlans`, `DescribeBillingInfo`. */
export function environmentActions(options: EnvironmentActionsOptions): Actions {
  const { environment, conditions } = options;
  const { envId, region, appId, storageBucket, hostingBucket, databaseId } = environment;
  const own = options.records<number>('environment');
  if (own.get('createdAt') === undefined) own.put('createdAt', options.clock.now());

  const baseInfo = () => {
    const at = platformTime(own.get('createdAt')!);
    return {
      EnvId: envId,
      Alias: envId,
      Source: 'qcloud',
      Status: conditions.status,
      CreateTime: at,
      UpdateTime: at,
      Region: region,
      PackageId: conditions.packageId,
      PackageName: conditions.packageId,
      PayMode: 'prepayment',
      EnvType: 'baas',
      EnvChannel: 'qc_console',
      IsAutoDegrade: false,
      IsDefault: false,
      Databases:
        conditions.databases === 'document'
          ? [{ InstanceId: databaseId, Status: 'RUNNING', Region: region, UpdateTime: at }]
          : [],
      Storages: [
        {
          Region: region,
          Bucket: storageBucket,
          CdnDomain: options.address(),
          AppId: appId,
          Status: 'online',
        },
      ],
      Functions: [{ Namespace: envId, Region: region }],
      StaticStorages: options.hasHosting()
        ? [
            {
              EnvId: envId,
              StaticDomain: options.address(),
              DefaultDirName: '',
              Status: 'online',
              Region: region,
              Bucket: hostingBucket,
            },
          ]
        : null,
      LogServices: [],
      CustomLogServices: [],
      Tags: [],
      Meta: options.meta(),
      PostgreSQL:
        conditions.databases === 'postgresql'
          ? [{ InstanceName: `pg-${databaseId}`, Status: 'RUNNING', Region: region }]
          : null,
    };
  };

  return {
    'tcb.DescribeEnvs'(params: Params) {
      const asked = params.optionalText('EnvId');
      const found = asked === undefined || asked === envId ? [baseInfo()] : [];
      return { EnvList: found, Total: found.length };
    },
    'tcb.DescribeEnvInfo'(params: Params) {
      checkEnvironment(environment, params.text('EnvId'));
      return { EnvInfo: { EnvBaseInfo: baseInfo(), UserInfo: { AppId: appId, Uin: OWNER } } };
    },
    'sts.GetCallerIdentity': () => ({
      Arn: `qcs::cam::uin/${OWNER}:uin/${OWNER}`,
      AccountId: OWNER,
      UserId: OWNER,
      PrincipalId: OWNER,
      Type: 'CAMUser',
    }),
    // The figures are those of the documented answer.
    'tcb.DescribeEnvPlans': (params: Params) => ({
      PlanList: [
        {
          PackageId: params.optionalText('PackageId') ?? conditions.packageId,
          PackageType: 'default',
          ResourceLimit: JSON.stringify({ Qps: 500, Scf: { Concurrency: 0 } }),
        },
      ],
    }),
    'tcb.DescribeBillingInfo'(params: Params) {
      const asked = params.optionalText('EnvId');
      if (asked !== undefined) checkEnvironment(environment, asked);
      const isIsolated = conditions.status !== 'NORMAL';
      const item = {
        EnvId: envId,
        PackageId: conditions.packageId,
        PackageName: conditions.packageId,
        IsAutoRenew: false,
        Status: isIsolated ? 'ISOLATE' : 'NORMAL',
        PayMode: 'PREPAYMENT',
        IsolatedTime: isIsolated ? platformTime(options.clock.now()) : '',
        ExpireTime: platformTime(conditions.expiresAt ?? options.clock.now() + 30 * 86_400_000),
        IsAlwaysFree: false,
        EnableOverrun: conditions.runsOn,
      };
      return { EnvBillingInfoList: [item], Total: 1 };
    },
  };
}

/** `2026-01-31 08:00:00`, in China's time, as the platform writes instants. */
export function platformTime(at: number): string {
  return new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
