import {
  action,
  byUnderscoreId,
  type Choice,
  createInput,
  deleted,
  listInput,
  listOutput,
  updateInput,
} from './action.ts';
import { enabledStatus } from './category.ts';
import { MAX_BATCH_ROWS } from './constants.ts';
import { author, id, line, recordFields, rev, z } from './zod.ts';

export const keywordTypes = {
  tag: { label: '标签', tone: 'info' },
  hot: { label: '热门', tone: 'warning' },
  sensitive: { label: '敏感词', tone: 'danger' },
} as const satisfies Record<string, Choice>;
export type KeywordType = keyof typeof keywordTypes;
const type = z.enum(Object.keys(keywordTypes) as [KeywordType, ...KeywordType[]]);

/**
 * The normal form of a word: trimmed, half width, lower case. It is unique, so that creating a word twice, alone or in
 * a batch, finds the first one.
 */
export const normaliseWord = (word: string) =>
  word.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

export const keywordFields = {
  word: line(20).min(1),
  type,
  aliases: z.array(line(20).min(1)).max(20),
  /** Greater weights come first. */
  weight: z.int().min(0).max(1_000_000),
  status: enabledStatus,
};
export const keywordDefaults = {
  type: 'tag' as const,
  aliases: [],
  weight: 0,
  status: 'enabled' as const,
};

export const keyword = z.object({
  ...recordFields,
  word: z.string(),
  norm: z.string(),
  type: type.default('tag'),
  aliases: z.array(z.string()).default([]),
  weight: z.int().default(0),
  status: enabledStatus,
  createBy: author.nullable().default(null),
  updateBy: author.nullable().default(null),
});
export type Keyword = z.output<typeof keyword>;

export const keywordFilter = {
  ids: z.array(id).max(100),
  /** Normal forms, to learn which of many words exist. */
  norm: z.array(z.string().max(400)).max(100),
  type,
  status: enabledStatus,
};
export const keywordSorts = ['weight', 'createTime', 'updateTime', 'word'] as const;

/** The result of each row of a batch; rows are numbered from 0 in the order sent. */
const batchOutput = z.object({
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  failed: z.int(),
  results: z.array(
    z.object({
      row: z.int(),
      word: z.string(),
      result: z.enum(['created', 'updated', 'skipped', 'failed']),
      _id: id.optional(),
      message: z.string().optional(),
    }),
  ),
});
/** Rows are validated one by one, so that one invalid row does not refuse the others. */
const batchInput = z.strictObject({
  keywords: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_BATCH_ROWS),
});
/** The schema of one row of a batch. */
export const keywordRow = createInput(keywordFields, keywordDefaults).omit({ idemKey: true });

export const keywordActions = {
  getKeywords: action({
    access: 'admin',
    effect: 'read',
    input: listInput(keywordFilter, keywordSorts),
    output: listOutput(keyword),
    example: {
      page: 1,
      pageSize: 20,
      sort: { field: 'weight', order: 'desc' },
      filter: { type: 'hot' },
    },
  }),
  getKeywordsByIds: action({
    access: 'admin',
    effect: 'read',
    input: z.strictObject({ ids: z.array(id).max(100) }),
    output: z.object({ list: z.array(keyword) }),
    example: { ids: ['kw_0001', 'kw_0002'] },
  }),
  createKeyword: action({
    access: 'admin',
    effect: 'write',
    input: createInput(keywordFields, keywordDefaults),
    output: keyword,
    example: { word: '示例关键词' },
  }),
  updateKeyword: action({
    access: 'admin',
    effect: 'write',
    input: updateInput(keywordFields).extend({ _id: id, rev }),
    output: keyword,
    example: { _id: 'kw_0003', rev: 1, weight: 10 },
  }),
  /** Refused with 40904 while a template names it. */
  deleteKeyword: action({
    access: 'admin',
    effect: 'write',
    input: byUnderscoreId.extend({ rev: rev.optional() }),
    output: deleted,
    example: { _id: 'kw_0040' },
  }),
  /** Creates missing words, leaves existing ones unchanged. */
  batchCreateKeywords: action({
    access: 'admin',
    effect: 'write',
    input: batchInput,
    output: batchOutput,
    example: { keywords: [{ word: '批量示例一' }, { word: '批量示例二', type: 'hot' }] },
  }),
  /** Creates missing words, updates existing ones. */
  batchUpsertKeywords: action({
    access: 'admin',
    effect: 'write',
    input: batchInput,
    output: batchOutput,
    example: { keywords: [{ word: '批量示例三', weight: 5 }] },
  }),
};
