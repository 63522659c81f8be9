import { categoryEntity } from '../category.ts';
import { adminStorageActions, storedFiles } from '../file.ts';
import { keywordEntity } from '../keyword.ts';
import { localAppEntity } from '../localApp.ts';
import { presetEntity } from '../preset.ts';
import { quickFunctionEntity } from '../quickFunction.ts';
import { suspended, templateEntity } from '../template.ts';
import { type ExportableResource, exportOf, nameOf, ofEntity } from './columns.ts';

export const contentExports = {
  templates: ofEntity(
    templateEntity,
    `_id name subtitle status engine categoryIds keywordIds workflowId costCredits
      priceFen vipOnly isRecommend isNew sort onlineAt offlineAt stats.useCount stats.successCount
      stats.failCount ratingAverage ratingCount publishTime createTime updateTime`,
    {
      without: `description coverImage beforeImage afterImage sampleImages videoFileId webappId
        apiKeyPool outputType timeoutSec largeMemory model modelNumber inputs workflowNodes`,
      filters: { suspended: { kind: 'choice', choices: { true: suspended } } },
    },
  ),
  'templates/presets': ofEntity(
    presetEntity,
    `_id name templateId status isDefault needsReview prompt negativePrompt tags sort
      useCount createTime updateTime`,
    {
      without: 'coverImage params',
      columns: { needsReview: { label: '待检查' } },
      label: '模板预设',
    },
  ),
  'templates/quick-functions': ofEntity(
    quickFunctionEntity,
    '_id title targetType targetId path status sort clickCount createTime updateTime',
    {
      without: 'icon badge appid platforms startTime endTime',
      columns: { targetId: { label: '目标编号' }, status: { label: '状态' } },
    },
  ),
  'local-app-templates': ofEntity(
    localAppEntity,
    `_id appCode name description categoryId status isRecommend costCredits useCount
      createTime updateTime`,
    {
      without: 'icon coverImage entryPath config minVersion sort',
      columns: { categoryId: { label: '分类编号' } },
      filters: { categoryId: nameOf('localAppCategories') },
    },
  ),
  categories: ofEntity(
    categoryEntity,
    '_id name parentId description status sort createTime updateTime',
    {
      without: 'coverImage',
      columns: { parentId: { label: '上级编号' } },
      filters: { parentId: nameOf('categories') },
    },
  ),
  keywords: ofEntity(keywordEntity, '_id word type aliases weight status createTime updateTime', {
    filters: { norm: { kind: 'list', label: keywordEntity.labels['word'] } },
  }),
  images: exportOf(
    {
      ...storedFiles,
      list: adminStorageActions.getImages,
      collection: 'files',
      searched: ['name'],
    },
    'filePath name scene mime sizeBytes width height status unused sha256 createTime',
    {
      columns: { unused: { label: '未使用' } },
      assumed: { status: 'active' },
      filters: { taskId: nameOf('tasks', 'taskNo') },
    },
  ),
} as const satisfies Record<string, ExportableResource>;
