import { gramsOf } from '#cloudfunctions/_shared/base/searchTerms.ts';
import { categoryEntity } from '#contract/category.ts';
import type { CollectionName } from '#contract/collections.ts';
import { entities } from '#contract/entities.ts';
import type { ActionNames } from '#contract/entity.ts';
import { functions } from '#contract/index.ts';
import { keywordEntity } from '#contract/keyword.ts';
import { templateEntity } from '#contract/template.ts';
import { numbered, recordOf, stamped } from '../../../scripts/demo/record.ts';
import type { GatewayMemory } from '../../../scripts/shared/sandbox.ts';
import { photoInput } from '../../photoInput.ts';
import { commerceRecords } from './fixtures/commerce.ts';
import { contentRecords } from './fixtures/content.ts';
import { contentFiles } from './fixtures/files.ts';
import { peopleRecords } from './fixtures/people.ts';
import { tinyPng } from './tinyPng.ts';

/** Later ones add to a collection; of two records with one id the first is kept. */
const together = (...parts: Fixture['records'][]): Fixture['records'] => {
  const all: Fixture['records'] = {};
  for (const part of parts) {
    for (const [name, records] of Object.entries(part)) {
      const before = all[name as CollectionName] ?? [];
      const known = new Set(before.map(({ _id }) => _id));
      all[name as CollectionName] = [...before, ...records.filter(({ _id }) => !known.has(_id))];
    }
  }
  return all;
};

export interface Fixture {
  records: Partial<Record<CollectionName, Record<string, unknown>[]>>;
  files: { key: string; content: Buffer }[];
  otherSessionId: string;
  /** What the stand-in of the gateway knows otherwise than these records. */
  memory: GatewayMemory;
}

/** A record for each id that the entity's own examples name, with the values of its example of creating one. */
const namedByExamples = (one: (typeof entities)[keyof typeof entities]) => {
  const { get, create, update, delete: remove, setField, setOrder } = one.names as ActionNames;
  const byId = [get, update, remove, setField].map(
    named => named && (named.example as Record<string, string>)[named.id],
  );
  const items = (setOrder?.example as { items: { _id: string }[] } | undefined)?.items ?? [];
  const ids = new Set([...byId, ...items.map(({ _id }) => _id)].filter(id => id !== undefined));
  return [...ids].map((_id, at) =>
    recordOf(one as typeof categoryEntity, {
      _id,
      createTime: 20_000 + at,
      ...create?.example,
      createBy: null,
      updateBy: null,
    }),
  );
};

/** Entities without records of their own here. */
const others = (records: Fixture['records']): Fixture['records'] =>
  Object.fromEntries(
    Object.values(entities)
      .filter(({ collection, names }) => !records[collection] && 'create' in names)
      .map(one => [one.collection, namedByExamples(one)]),
  );

/**
 * Few records, with the ids named by the contract's examples, so that every example is a valid call here and a new
 * function is covered at once. Templates 1 to 3 are online, 4 and 60 are drafts.
 */
export const fixture = (): Fixture => {
  const author = { adminId: 'seed', name: '种子' };
  const authors = { createBy: author, updateBy: author };
  const category = (at: number) =>
    recordOf(categoryEntity, {
      _id: numbered('cat', at),
      createTime: 1_000 + at,
      name: `分类${at}`,
      ...authors,
    });
  const keyword = (at: number) =>
    recordOf(keywordEntity, {
      _id: numbered('kw', at),
      createTime: 2_000 + at,
      word: `关键词${at}`,
      ...authors,
    });
  const template = (at: number, more: object) => {
    const coverImage = `template/demo/${numbered('tpl', at)}.png`;
    return {
      _id: numbered('tpl', at),
      ...stamped(3_000 + at),
      // As of an earlier version, which stored nothing of trials and of a template's health.
      ...templateEntity.defaults,
      name: `模板${at}`,
      grams: gramsOf(`模板${at}`),
      coverImage,
      files: [coverImage],
      categoryIds: ['cat_0001'],
      keywordIds: ['kw_0001'],
      publishTime: null,
      stats: { useCount: 7, successCount: 6, failCount: 1 },
      workflowId: '1234567890123456789',
      inputs: [photoInput],
      ...authors,
      ...more,
    };
  };
  const commerce = commerceRecords();
  const records = together(
    {
      categories: [1, 2, 12].map(category),
      keywords: [1, 2, 3, 40].map(keyword),
      templates: [
        ...[1, 2, 3].map(at =>
          template(at, { status: 'online', publishTime: 3_500 + at, sort: at }),
        ),
        ...[4, 60].map(at =>
          template(at, { status: 'draft', categoryIds: ['cat_0002'], trialPassed: true }),
        ),
      ],
      settings: [
        {
          _id: 'system',
          ...stamped(4_000),
          data: { imageStyles: {}, vod: { subAppId: '1500000001' } },
        },
      ],
    },
    contentRecords(),
    peopleRecords(),
    commerce.records,
  );
  return {
    memory: commerce.memory,
    records: { ...records, ...others(records) },
    files: [
      ...['png', 'jpg'].flatMap(extension =>
        [1, 2].map(at => ({
          key: `template/demo/${numbered('tpl', at)}.${extension}`,
          content: tinyPng,
        })),
      ),
      ...[...contentFiles, ...commerce.files].map(key => ({ key, content: tinyPng })),
    ],
    otherSessionId: functions.adminAuth.revokeSession.example.id,
  };
};
