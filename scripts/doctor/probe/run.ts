import { db } from '#cloudfunctions/_shared/base/cloud.ts';
import type { IndexDefinition } from '#contract/collections.ts';
import type { Cloud } from '../../deploy/cloud.ts';
import type { Deployment } from '../../deploy/deployment.ts';
import { isMissingCollection } from '../../shared/retryWithBackoff.ts';
import { ofBrowsers } from './browsers.ts';
import { ofCalls } from './calls.ts';
import { ofDatabase } from './database.ts';
import { ofEnvironment } from './environment.ts';
import { ofIndexes } from './indexes.ts';
import { ofKeys, ofPublishableKeys } from './keys.ts';
import { type Questions, refusalOf } from './question.ts';
import { deleteLeft, withCollection } from './trialCollection.ts';

export interface ProbeOptions {
  cloud: Cloud;
  hasOrders: boolean;
  /** Opens the version in use. @throws where none was deployed */
  open(): Promise<Deployment>;
  /** Of the question about sorting; 100,000 when absent. */
  records?: number;
  /** Called with each answer as it comes. */
  tell?(question: string, found: string): void;
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
  const { cloud, open, records = 100_000, tell = () => undefined } = options;
  const found = new Map<string, string>();
  const note = (question: string, answer: string) => {
    found.set(question, answer);
    tell(question, answer);
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
      if (unasked.length === 0) tell('Left behind', refusalOf(error));
    }
  };

  await deleteLeft(cloud).catch((error: unknown) => tell('Left behind', refusalOf(error)));
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
