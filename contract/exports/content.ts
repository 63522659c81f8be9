import { categoryEntity } from '../category.ts';
import { adminStorageActions, storedFiles } from '../file.ts';
import { keywordEntity } from '../keyword.ts';
import { localAppEntity } from '../localApp.ts';
import { presetEntity } from '../preset.ts';
import { quickFunctionEntity } from '../quickFunction.ts';
import { suspended, templateEntity } from '../template.ts';
import {
  type ExportableResource,
  exportOf,
  nameOf,
  ofEntity,
  ofTemplate,
  ofUser,
  templateId,
} from './columns.ts';

export const contentExports = {
  templates: ofEntity(
    templateEntity,
    [
      '_id',
      'name',
      'subtitle',
      'status',
      'engine',
      'categoryIds',
      'keywordIds',
      'workflowId',
      'costCredits',
      'priceFen',
      'vipOnly',
      'isRecommend',
      'isNew',
      'sort',
      'stats.useCount',
      'stats.successCount',
      'stats.failCount',
      'ratingAverage',
      'ratingCount',
      'publishTime',
      'createTime',
      'updateTime',
    ],
    {
      filters: {
        categoryIds: nameOf('categories'),
        keywordIds: nameOf('keywords', 'word'),
        suspended: { kind: 'choice', choices: { true: suspended } },
      },
    },
  ),
  'templates/presets': ofEntity(
    presetEntity,
    [
      '_id',
      'name',
      templateId,
      'status',
      'isDefault',
      { path: 'needsReview', label: '待检查' },
      'prompt',
      'negativePrompt',
      'tags',
      'sort',
      'useCount',
      'createTime',
      'updateTime',
    ],
    { label: '模板预设', filters: { templateId: ofTemplate } },
  ),
  'templates/quick-functions': ofEntity(quickFunctionEntity, [
    '_id',
    'title',
    'targetType',
    { path: 'targetId', label: '目标编号' },
    'path',
    { path: 'status', label: '状态' },
    'sort',
    'clickCount',
    'createTime',
    'updateTime',
  ]),
  'local-app-templates': ofEntity(
    localAppEntity,
    [
      '_id',
      'appCode',
      'name',
      'description',
      { path: 'categoryId', label: '分类编号' },
      'status',
      'isRecommend',
      'costCredits',
      'useCount',
      'createTime',
      'updateTime',
    ],
    { filters: { categoryId: nameOf('localAppCategories') } },
  ),
  categories: ofEntity(
    categoryEntity,
    [
      '_id',
      'name',
      { path: 'parentId', label: '上级编号' },
      'description',
      'status',
      'sort',
      'createTime',
      'updateTime',
    ],
    { filters: { parentId: nameOf('categories') } },
  ),
  keywords: ofEntity(
    keywordEntity,
    ['_id', 'word', 'type', 'aliases', 'weight', 'status', 'createTime', 'updateTime'],
    { filters: { norm: { kind: 'list', label: keywordEntity.labels['word'] } } },
  ),
  images: exportOf(
    {
      ...storedFiles,
      list: adminStorageActions.getImages,
      collection: 'files',
      searched: ['name'],
    },
    [
      'filePath',
      'name',
      'scene',
      'mime',
      'sizeBytes',
      'width',
      'height',
      'status',
      { path: 'unused', label: '未使用' },
      'sha256',
      'createTime',
    ],
    {
      assumed: { status: 'active' },
      filters: {
        userId: ofUser,
        taskId: nameOf('tasks', 'taskNo'),
      },
    },
  ),
} as const satisfies Record<string, ExportableResource>;
