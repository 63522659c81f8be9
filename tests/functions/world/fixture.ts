import { categoryEntity } from '#contract/category.ts';
import type { CollectionName } from '#contract/collections.ts';
import { entities } from '#contract/entities.ts';
import { type ActionNames, type Declaration, searchedFields } from '#contract/entity.ts';
import { functions } from '#contract/index.ts';
import { keywordEntity } from '#contract/keyword.ts';
import { normalForm } from '#contract/normalForm.ts';
import { templateEntity } from '#contract/template.ts';
import type { GatewayMemory } from '../../../scripts/shared/sandbox.ts';
import { photoInput } from '../../photoInput.ts';
import { commerceRecords } from './fixtures/commerce.ts';
import { contentFiles, contentRecords } from './fixtures/content.ts';
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

const stored = (time: number) => ({ rev: 1, createTime: time, updateTime: time });
const number = (at: number) => String(at).padStart(4, '0');

const gramsOf = (word: string) => {
  const characters = [...word.toLowerCase()];
  return [
    ...new Set(
      characters.flatMap((character, at) => [
        character,
        ...(at > 0 ? [`${characters[at - 1]}${character}`] : []),
      ]),
    ),
  ];
};

const termsOf = (search: Declaration['search'], example: object = {}) => {
  const [field] = searchedFields(search);
  return field ? { grams: gramsOf(String((example as Record<string, string>)[field])) } : {};
};

/** A record for each id that the entity's own examples name, with the values of its example of creating one. */
const namedByExamples = (one: (typeof entities)[keyof typeof entities]) => {
  const { get, create, update, delete: remove, setField, setOrder } = one.names as ActionNames;
  const byId = [get, update, remove, setField].map(
    named => named && (named.example as Record<string, string>)[named.id],
  );
  const items = (setOrder?.example as { items: { _id: string }[] } | undefined)?.items ?? [];
  const ids = new Set([...byId, ...items.map(({ _id }) => _id)].filter(id => id !== undefined));
  return [...ids].map((_id, at) => ({
    _id,
    ...stored(20_000 + at),
    ...one.defaults,
    ...create?.example,
    ...termsOf((one as { search?: Declaration['search'] }).search, create?.example),
    createBy: null,
    updateBy: null,
  }));
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
  const category = (at: number) => ({
    _id: `cat_${number(at)}`,
    ...stored(1_000 + at),
    ...categoryEntity.defaults,
    name: `分类${at}`,
    grams: gramsOf(`分类${at}`),
    createBy: author,
    updateBy: author,
  });
  const keyword = (at: number) => ({
    _id: `kw_${number(at)}`,
    ...stored(2_000 + at),
    ...keywordEntity.defaults,
    word: `关键词${at}`,
    norm: normalForm(`关键词${at}`),
    grams: gramsOf(`关键词${at}`),
    createBy: author,
    updateBy: author,
  });
  const template = (at: number, more: object) => ({
    _id: `tpl_${number(at)}`,
    ...stored(3_000 + at),
    ...templateEntity.defaults,
    name: `模板${at}`,
    grams: gramsOf(`模板${at}`),
    coverImage: `template/demo/tpl_${number(at)}.png`,
    files: [`template/demo/tpl_${number(at)}.png`],
    categoryIds: ['cat_0001'],
    keywordIds: ['kw_0001'],
    publishTime: null,
    stats: { useCount: 7, successCount: 6, failCount: 1 },
    workflowId: '1234567890123456789',
    inputs: [photoInput],
    createBy: author,
    updateBy: author,
    ...more,
  });
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
      settings: [{ _id: 'system', ...stored(4_000), data: { imageStyles: {} } }],
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
          key: `template/demo/tpl_${number(at)}.${extension}`,
          content: tinyPng,
        })),
      ),
      ...contentFiles.map(key => ({ key, content: tinyPng })),
    ],
    otherSessionId: functions.adminAuth.revokeSession.example.id,
  };
};
