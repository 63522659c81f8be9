import { collections, type IndexDefinition } from '#contract/collections.ts';
import { type Cloud, CloudError } from '../../deploy/cloud.ts';
import { createIndexes, readIndexes } from '../../deploy/parts/collections.ts';
import { type Questions, refusalOf } from './question.ts';
import { withCollection } from './trialCollection.ts';

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

export const ofIndexes: Questions<Cloud> = {
  'How many indexes may a collection have?': askIndexes,
  'Are names of indexes with dots taken, and long ones?': askNames,
};
