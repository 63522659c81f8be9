import type { Cloud } from '../../deploy/cloud.ts';
import { readDatabase, readFacts } from '../../deploy/facts.ts';
import { type Questions, refusalOf } from './question.ts';

/** Of today's public API, or still called without a successor. */
const readingCalls = (envId: string): [string, object][] => [
  ['DescribeHTTPServiceRoute', { EnvId: envId }],
  ['DescribeResourcePermission', { EnvId: envId, ResourceType: 'function' }],
  ['DescribeTables', { EnvId: envId, MgoLimit: 1 }],
  ['DescribeCloudBaseGWPrivilege', { ServiceId: envId }],
  ['DescribeRoleList', { EnvId: envId, PageNumber: 1, PageSize: 10 }],
  ['DescribeEnvConfig', { EnvId: envId, Key: 'authz.user.rego' }],
];

const askKnown = async ({ call, envId }: Cloud): Promise<string> => {
  const asked = readingCalls(envId).map(async ([action, param]) => {
    const code = await call('tcb', action, param).then(
      () => 'known',
      (error: { code?: string }) => error.code ?? 'failed',
    );
    return `${action} ${code}`;
  });
  return (await Promise.all(asked)).join(', ');
};

const askTablesForm = async (cloud: Cloud): Promise<string> => {
  const { call, envId } = cloud;
  const { databaseId: DatabaseName } = await readDatabase(cloud);
  const forms: [string, object][] = [
    ['EnvId alone', {}],
    ['MongoConnector', { MongoConnector: { InstanceId: 'flexdb', DatabaseName } }],
    ['Tag', { Tag: DatabaseName }],
  ];
  const answers = [];
  for (const [name, form] of forms) {
    const result = await call('tcb', 'DescribeTables', { EnvId: envId, MgoLimit: 1, ...form }).then(
      () => 'answers',
      refusalOf,
    );
    answers.push(`${name} ${result}`);
  }
  return answers.join('; ');
};

const askDomain = async (cloud: Cloud): Promise<string> =>
  (await readFacts(cloud)).httpDomain || 'none';

const askStore = async ({ call, envId }: Cloud): Promise<string> => {
  const { Data } = await call<{ Data?: Record<string, unknown>[] | null }>(
    'tcb',
    'DescribeStaticStore',
    { EnvId: envId },
  );
  const [store] = Data ?? [];
  const fields = ['Region', 'Regoin'].filter(name => store && Object.hasOwn(store, name));
  return store ? fields.join(' and ') || 'neither' : 'hosting is off';
};

export const ofCalls: Questions<Cloud> = {
  'Which calls does the environment know?': askKnown,
  'Does `DescribeTables` take the database by `EnvId` alone?': askTablesForm,
  'Is the default domain there?': askDomain,
  "What does a site's store say?": askStore,
};
