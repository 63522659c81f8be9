import { apiKeyEntity } from './apiKey.ts';
import { categoryEntity } from './category.ts';
import { keywordEntity } from './keyword.ts';
import { localAppCategoryEntity, localAppEntity } from './localApp.ts';
import { packageEntity } from './package.ts';
import { packagePriceEntity } from './packagePrice.ts';
import { presetEntity } from './preset.ts';
import { printSizeEntity } from './printSize.ts';
import { quickFunctionEntity } from './quickFunction.ts';
import { templateEntity } from './template.ts';

/** Every entity by the name of its resource, which is its route too. */
export const entities = {
  templates: templateEntity,
  categories: categoryEntity,
  'templates/presets': presetEntity,
  'local-app-templates': localAppEntity,
  'local-app-categories': localAppCategoryEntity,
  'templates/quick-functions': quickFunctionEntity,
  keywords: keywordEntity,
  'print-size-config': printSizeEntity,
  'package-prices': packagePriceEntity,
  packages: packageEntity,
  'api-keys': apiKeyEntity,
};
