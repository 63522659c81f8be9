import { type Category, categoryEntity } from '#contract/category.ts';
import { type Keyword, keywordEntity } from '#contract/keyword.ts';
import { type Template, templateEntity } from '#contract/template.ts';
import { photoInput } from '../../photoInput.ts';
import { answer, type Answers, type SentCall } from '../renderAdmin.tsx';

const times = { createTime: 1_700_000_000_000, updateTime: 1_700_000_000_000 };

/** A stored template, with what the schema fills in. */
export const aTemplate = (fields: Partial<Template> = {}): Template =>
  templateEntity.record.parse({
    _id: 'tpl_1',
    rev: 4,
    ...times,
    name: '敦煌飞天',
    subtitle: '飘带与藻井',
    status: 'draft',
    sort: 10,
    coverImage: 'template/202611/a.png',
    categoryIds: ['cat_1'],
    workflowId: '1985000000000000001',
    inputs: [photoInput],
    hasUsableKey: true,
    trialPassed: true,
    updateBy: { adminId: 'admin_2', name: '王敏' },
    ...fields,
  });

export const aCategory = (fields: Partial<Category> = {}): Category =>
  categoryEntity.record.parse({
    _id: 'cat_1',
    rev: 1,
    ...times,
    name: '古风国潮',
    status: 'enabled',
    templateCount: 3,
    ...fields,
  });

export const aKeyword = (fields: Partial<Keyword> = {}): Keyword =>
  keywordEntity.record.parse({
    _id: 'kw_1',
    rev: 1,
    ...times,
    word: '国风',
    norm: '国风',
    type: 'tag',
    status: 'enabled',
    ...fields,
  });

/** A transport that holds these templates, one category and one keyword. */
export const holding = (templates: Template[], more: Answers = {}): Answers => ({
  'adminTemplate.getTemplates': {
    list: templates,
    total: templates.length,
    counts: { draft: 5, online: 50, offline: 7 },
  },
  'adminTemplate.getTemplateById': ({ data }: SentCall) => {
    const found = templates.find(one => one._id === data['id']);
    return found && answer('adminTemplate', 'getTemplateById', found);
  },
  'adminCategory.getCategories': { list: [aCategory()], total: 1 },
  'keyword.getKeywords': { list: [aKeyword()], total: 1 },
  'keyword.getKeywordsByIds': ({ data }: SentCall) =>
    answer('keyword', 'getKeywordsByIds', {
      list: (data['ids'] as string[]).map(_id => aKeyword({ _id })),
    }),
  ...more,
});

/** A transport that holds these keys, working ones of the usual pool unless they say otherwise. */
export const keysOf = (...keys: object[]): Answers => ({
  'adminApiKey.getApiKeys': () => {
    const list = keys.map((fields, index) => ({
      _id: `key_${index + 1}`,
      rev: 1,
      ...times,
      name: `密钥${index + 1}`,
      keyMask: 'e9c****f00d',
      status: 'active',
      pool: 'default',
      ...fields,
    }));
    return answer('adminApiKey', 'getApiKeys', { list, total: list.length } as never);
  },
});
