import type { Cloud } from '../../deploy/cloud.ts';
import type { Questions } from './question.ts';

interface Base {
  PackageId?: string;
  Databases?: { InstanceId?: string; Status?: string }[] | null;
}

const baseOf = async ({ call, envId }: Cloud): Promise<Base> => {
  const { EnvList } = await call<{ EnvList?: Base[] | null }>('tcb', 'DescribeEnvs', {
    EnvId: envId,
  });
  return EnvList?.[0] ?? {};
};

const askDatabase = async (cloud: Cloud): Promise<string> => {
  const { Databases } = await baseOf(cloud);
  const found = (Databases ?? []).filter(({ InstanceId }) => InstanceId);
  return found.length === 0
    ? 'none'
    : found.map(({ InstanceId, Status = '' }) => `${InstanceId} ${Status}`.trim()).join(', ');
};

/** Names of the figures in an answer, whose texts are JSON themselves; documents do not say how they are nested. */
const namesIn = (value: unknown): string[] => {
  if (typeof value === 'string') {
    try {
      const inner: unknown = JSON.parse(value);
      return typeof inner === 'object' ? namesIn(inner) : [];
    } catch {
      return [];
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(/function|index|collection|conn|qps/i.test(name) && typeof inner !== 'object'
      ? [`${name} ${String(inner)}`]
      : []),
    ...namesIn(inner),
  ]);
};

const askPlan = async (cloud: Cloud): Promise<string> => {
  const { call } = cloud;
  const { PackageId = '' } = await baseOf(cloud);
  const asked: [string, object][] = [
    ['DescribeEnvPlans', { PackageId }],
    ['DescribeBaasPackageList', { PackageName: PackageId, Source: 'qcloud' }],
  ];
  const answers = await Promise.all(
    asked.map(async ([action, param]) => {
      const answer = await call('tcb', action, param).catch(
        (error: { code?: string }) => error.code,
      );
      const figures =
        typeof answer === 'string' ? answer : [...new Set(namesIn(answer))].join(', ');
      return `${action}: ${figures || 'no such figure'}`;
    }),
  );
  return `${PackageId}; ${answers.join('; ')}`;
};

interface Account {
  AccountLimit?: { Namespace?: { Namespace?: string; FunctionsCount?: number }[] };
}

const askFunctionLimit = async ({ call, envId }: Cloud): Promise<string> => {
  const { AccountLimit } = await call<Account>('scf', 'GetAccount', {});
  const own = AccountLimit?.Namespace?.find(({ Namespace }) => Namespace === envId);
  return own ? `FunctionsCount ${String(own.FunctionsCount)}` : 'no entry';
};

const askOverrun = async ({ call, envId }: Cloud): Promise<string> => {
  const { EnvBillingInfoList } = await call<{
    EnvBillingInfoList?: { EnableOverrun?: boolean }[] | null;
  }>('tcb', 'DescribeBillingInfo', { EnvId: envId });
  return `EnableOverrun ${String(EnvBillingInfoList?.[0]?.EnableOverrun ?? 'is not told')}`;
};

/** Nothing has to be made for these. */
export const ofEnvironment: Questions<Cloud> = {
  'Is there a document database?': askDatabase,
  'Which plan, what does it promise?': askPlan,
  'How many functions?': askFunctionLimit,
  'Does the plan run on when it is used up?': askOverrun,
};
