import { db } from '#cloudfunctions/_shared/base/cloud.ts';
import { collections, type IndexDefinition } from '#contract/collections.ts';
import { type Cloud, CloudError } from '../../deploy/cloud.ts';
import type { Deployment } from '../../deploy/deployment.ts';
import { readDatabase, readFacts } from '../../deploy/facts.ts';
import { createIndexes, readIndexes } from '../../deploy/parts/collections.ts';
import { isMissingCollection } from '../../shared/retryWithBackoff.ts';
import { ofBrowsers } from './browsers.ts';
import { ofDatabase } from './database.ts';
import { ofEnvironment } from './environment.ts';
import { ofKeys, ofPublishableKeys } from './keys.ts';
import { type Questions, refusalOf } from './question.ts';
import { deleteLeft, withCollection } from './trialCollection.ts';

/** MongoDB allows no more; `_id_` is one of them. */
const MOST = 64;
const AT_ONCE = 8;

const askIndexes = (cloud: Cloud): Promise<string> =>
  withCollection(cloud, [], async name => {
    const there = (await readIndexes(cloud, name)).length;
    let made = 0;
    const say = (end: string) =>
      `${made} beside ${there} of the platform's, ${end}; the largest collection of ours has ${largest()}`;
    while (there + made < MOST) {
      // One by one where several at once are too many.
      for (let some = Math.min(AT_ONCE, MOST - there - made); ; some = 1) {
        const next = Array.from({ length: some }, (_one, at) => indexOver(`f${made + at}`));
        try {
          await createIndexes(cloud, name, next);
          made += some;
          break;
        } catch (error) {
          if (!(error instanceof CloudError)) throw error;
          if (some === 1) return say(`then ${refusalOf(error)}`);
        }
      }
    }
    return say('and no refusal');
  });

const indexOver = (field: string): IndexDefinition => ({
  name: `${field}_1`,
  keys: { [field]: 1 },
});

const largest = () => Math.max(...collections.map(({ indexes }) => indexes.length));

const askNames = (cloud: Cloud): Promise<string> => {
  const declared = collections.flatMap(({ indexes }) => indexes);
  const dotted = declared.find(({ name }) => name.includes('.'));
  const longest = declared.reduce((one, other) =>
    other.name.length > one.name.length ? other : one,
  );
  return withCollection(cloud, [], async collection => {
    const answers = [];
    for (const index of [dotted, longest]) {
      if (!index) continue;
      const result = await createIndexes(cloud, collection, [index]).then(() => 'taken', refusalOf);
      answers.push(`${index.name} (${index.name.length} characters): ${result}`);
    }
    return answers.join('; ');
  });
};

const ofIndexes: Questions<Cloud> = {
  'How many indexes may a collection have?': askIndexes,
  'Are names of indexes with dots taken, and long ones?': askNames,
};

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

const ofCalls: Questions<Cloud> = {
  'Which calls does the environment know?': askKnown,
  'Does `DescribeTables` take the database by `EnvId` alone?': askTablesForm,
  'Is the default domain there?': askDomain,
  "What does a site's store say?": askStore,
};

export interface ProbeOptions {
  cloud: Cloud;
  hasOrders: boolean;
  /** Opens the version in use. @throws where none was deployed */
  open(): Promise<Deployment>;
  /** Records for the question about sorting; 100,000 when absent. */
  records?: number;
  /** Called with each answer as it comes. */
  report?(question: string, found: string): void;
}

/** All that are asked here; the page names the same. */
export const questions: string[] = [
  ofEnvironment,
  ofCalls,
  ofIndexes,
  ofDatabase,
  ofBrowsers,
  ofKeys,
  ofPublishableKeys,
].flatMap(group => Object.keys(group));

/** Whether anything has been bought here. */
export const hasOrders = async (): Promise<boolean> => {
  try {
    const { total = 0 } = await db.collection('orders').count();
    return total > 0;
  } catch (error) {
    if (isMissingCollection(error)) return false;
    throw error;
  }
};

/**
 * Asks the environment what documents leave open. All that it makes is a collection at a time, which it deletes again. The
 * server SDK must point at the environment before this is loaded.
 * @returns what was found, by question; where a question could not be asked, why
 */
export const probe = async (options: ProbeOptions): Promise<Map<string, string>> => {
  const { cloud, open, records = 100_000, report = () => undefined } = options;
  const found = new Map<string, string>();
  const note = (question: string, answer: string) => {
    found.set(question, answer);
    report(question, answer);
  };
  const ask = async <Place>(group: Questions<Place>, place: Place): Promise<void> => {
    for (const [question, asking] of Object.entries(group))
      note(
        question,
        await asking(place).catch((error: unknown) => `could not be asked: ${refusalOf(error)}`),
      );
  };
  /** Where what a group needs cannot be had, none of it is asked. */
  const askIn = async <Place>(
    group: Questions<Place>,
    within: (work: (place: Place) => Promise<void>) => Promise<void>,
  ): Promise<void> => {
    try {
      await within(place => ask(group, place));
    } catch (error) {
      const unasked = Object.keys(group).filter(question => !found.has(question));
      for (const question of unasked) note(question, `could not be asked: ${refusalOf(error)}`);
      // What comes after the last question is the deletion of what was made.
      if (unasked.length === 0) report('Left behind', refusalOf(error));
    }
  };

  await deleteLeft(cloud).catch((error: unknown) => report('Left behind', refusalOf(error)));
  await ask(ofEnvironment, cloud);
  await ask(ofCalls, cloud);
  await ask(ofIndexes, cloud);
  await askIn(ofDatabase, work =>
    withCollection(cloud, INDEXES, collection => work({ cloud, collection, records })),
  );
  await askIn({ ...ofBrowsers, ...ofKeys }, async work => work(await open()));
  await ask(ofPublishableKeys, options);
  return found;
};

const INDEXES: IndexDefinition[] = [
  { name: 'k_1', keys: { k: 1 }, unique: true },
  { name: 'group_1_at_-1', keys: { group: 1, at: -1 } },
];
