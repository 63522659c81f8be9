import { adminRead, adminWrite, byUnderscoreId, type Choice } from './action.ts';
import { merged } from './category.ts';
import { MAX_BATCH_ROWS } from './constants.ts';
import { enabledStatus, enabledStatuses } from './enabledStatuses.ts';
import { entity, type RecordOf } from './entity.ts';
import { field } from './field.ts';
import { oneOf } from './states.ts';
import { id, instant, labelled, z } from './zod.ts';

export const keywordTypes = {
  tag: { label: '标签', tone: 'info' },
  hot: { label: '热门', tone: 'warning' },
  sensitive: { label: '敏感词', tone: 'danger' },
} as const satisfies Record<string, Choice>;
export type KeywordType = keyof typeof keywordTypes;
/** Those by which templates are found. */
export const searchedKeywordTypes: readonly KeywordType[] = ['tag', 'hot'];

export const MAX_WORD_LENGTH = 20;
export const MAX_ALIASES = 20;

export const keywordEntity = entity({
  kind: 'keyword',
  name: '关键词',
  function: 'keyword',
  collection: 'keywords',
  words: {
    batchCreateKeywords: '批量新建关键词',
    batchUpsertKeywords: '批量导入关键词',
    mergeKeywords: '合并关键词',
    addSynonym: '加为同义词',
    deleteSearchMiss: '忽略无结果的搜索',
  },
  fields: {
    word: field.line('关键词', MAX_WORD_LENGTH),
    type: field.choice('类型', keywordTypes).default('tag'),
    aliases: field.lines('同义词', MAX_WORD_LENGTH, MAX_ALIASES),
    /** Greater weights come first. */
    weight: field.int('权重', 0, 1_000_000).default(0),
    status: field.choice('状态', enabledStatuses).initial('enabled'),
  },
  /** The normal form of the word; unique, so that creating a word twice, alone or in a batch, finds the first one. */
  also: {
    norm: z.string(),
    /** Not stored, of enabled hot words: whether a visitor who searches for it finds a template. */
    findsTemplates: labelled('能搜到模板', z.boolean().optional()),
  },
  filter: {
    /** Normal forms, to learn which of many words exist. */
    norm: z.array(z.string().max(400)).max(100),
    type: oneOf(keywordTypes),
    status: enabledStatus,
  },
  sorts: ['weight', 'createTime', 'updateTime', 'word'],
  uniqueName: 'word',
  search: ['word', 'aliases'],
  actions: {
    list: {
      name: 'getKeywords',
      example: {
        page: 1,
        pageSize: 20,
        sort: { field: 'weight', order: 'desc' },
        filter: { type: 'hot' },
      },
    },
    getMany: { name: 'getKeywordsByIds', example: { ids: ['kw_0001', 'kw_0002'] } },
    create: { name: 'createKeyword', example: { word: '示例关键词' } },
    update: { name: 'updateKeyword', id: '_id', example: { _id: 'kw_0003', rev: 1, weight: 10 } },
    /** Refused with 40904 while a template names it. */
    delete: { name: 'deleteKeyword', id: '_id', example: { _id: 'kw_0040' } },
  },
});
export type Keyword = RecordOf<typeof keywordEntity>;

/** A search of visitors for templates that found nothing; kept for 90 days after the last one. */
export const searchMissEntity = entity({
  kind: 'searchMiss',
  name: '搜索无结果',
  function: 'keyword',
  collection: 'searchMisses',
  also: {
    /** As it was typed last. */
    q: labelled('搜索词', z.string()),
    count: labelled('次数', z.int()),
    lastTime: labelled('最近一次', instant),
    /** Not stored: the keyword most like it, of which it may become a synonym. */
    suggestion: labelled(
      '相近的关键词',
      z.object({ _id: id, word: z.string() }).nullable().default(null),
    ),
  },
  filter: {},
  sorts: ['count', 'lastTime'],
  indexes: ['unaudited.time', 'expireTime'],
  actions: {
    list: { name: 'getSearchMisses', example: { page: 1, pageSize: 20 } },
    delete: { name: 'deleteSearchMiss', id: 'id', example: { id: 'miss_0001' } },
  },
});
export type SearchMiss = RecordOf<typeof searchMissEntity>;

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
export const keywordRow = keywordEntity.createInput.omit({ idemKey: true });

export const keywordActions = {
  ...keywordEntity.actions,
  ...searchMissEntity.actions,
  /** Creates missing words, leaves existing ones unchanged. */
  batchCreateKeywords: adminWrite({
    right: 'keywords.write',
    input: batchInput,
    output: batchOutput,
    example: { keywords: [{ word: '批量示例一' }, { word: '批量示例二', type: 'hot' }] },
  }),
  /** Creates missing words, updates existing ones. */
  batchUpsertKeywords: adminWrite({
    right: 'keywords.write',
    input: batchInput,
    output: batchOutput,
    example: { keywords: [{ word: '批量示例三', weight: 5 }] },
  }),
  /** The merged words become aliases of the remaining one. */
  mergeKeywords: adminWrite({
    right: 'keywords.write',
    input: z.strictObject({ fromIds: z.array(id).min(1).max(20), toId: id }),
    output: merged,
    example: { fromIds: ['kw_0002'], toId: 'kw_0001' },
  }),
  /** The words of a search that found nothing become a synonym of the keyword, and the search leaves its list. */
  addSynonym: adminWrite({
    right: 'keywords.write',
    input: z.strictObject({ missId: id, keywordId: id }),
    output: keywordEntity.record,
    example: { missId: 'miss_0002', keywordId: 'kw_0001' },
  }),
  getUsage: adminRead({
    right: 'keywords.read',
    input: byUnderscoreId,
    output: z.object({ templates: z.int() }),
    example: { _id: 'kw_0001' },
  }),
};
