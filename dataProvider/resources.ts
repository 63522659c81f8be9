import { categoryFields } from '#contract/category.ts';
import type { ActionName, FunctionName } from '#contract/index.ts';
import { keywordFields } from '#contract/keyword.ts';
import { localAppCategoryFields, localAppFields } from '#contract/localApp.ts';
import { packagePriceFields } from '#contract/packagePrice.ts';
import { printSizeFields } from '#contract/printSize.ts';
import { presetFields } from '#contract/preset.ts';
import { quickFunctionFields } from '#contract/quickFunction.ts';
import { templateFields } from '#contract/template.ts';

/**
 * An action and its payload's name of the record's id; there are five of them
 * (docs/specification.md#functions-and-actions).
 */
type ById<F extends FunctionName> = readonly [action: ActionName<F>, idName: string];

interface ResourceActions<F extends FunctionName> {
  function: F;
  getList: ActionName<F>;
  /** The field the calls name a record by, where that is not `_id`. */
  idField?: string;
  getOne?: ById<F>;
  /** An action for many ids; without it the ids go into the list's filter. */
  getMany?: ActionName<F>;
  /** The part of the filter that belongs into the payload itself: the owner of the records. */
  owner?: string;
  create?: ActionName<F>;
  /** `within`: the payload's key that holds the changes; otherwise they stand beside the id. */
  update?: readonly [...ById<F>, within?: string];
  delete?: ById<F>;
  /** Sets one field: `{[idName], field, value}`; without it the field is set by an update. */
  setField?: ById<F>;
  /** Sets the recommended flag: `{[idName], isRecommend}`. */
  setRecommend?: ById<F>;
  /** Sets the order of several records: `{items: [{_id, sort}]}`. */
  setOrder?: ActionName<F>;
  /** The status of a deleted record that is kept for a while. */
  trashed?: string;
  /** The fields that create and update may send. */
  writable: readonly string[];
  /** Further fields that only create sends. */
  creatable?: readonly string[];
}

/** Checks each row against the actions of its function. */
const resource = <F extends FunctionName>(actions: ResourceActions<F>) => actions;

/** react-admin's resources, named like their routes, and their actions. */
export const resources = {
  templates: resource({
    function: 'adminTemplate',
    getList: 'getTemplates',
    getOne: ['getTemplateById', 'id'],
    create: 'createTemplate',
    update: ['updateTemplate', '_id'],
    delete: ['deleteTemplate', 'id'],
    setField: ['updateTemplateField', 'templateId'],
    setRecommend: ['setRecommendStatus', 'templateId'],
    writable: Object.keys(templateFields),
    creatable: ['preset'],
  }),
  'templates/presets': resource({
    function: 'adminTemplatePreset',
    getList: 'getPresets',
    getOne: ['getPresetById', 'id'],
    create: 'createPreset',
    update: ['updatePreset', 'id', 'updates'],
    delete: ['deletePreset', 'id'],
    writable: Object.keys(presetFields),
  }),
  'templates/quick-functions': resource({
    function: 'adminQuickFunction',
    getList: 'getQuickFunctions',
    getOne: ['getQuickFunctionById', 'id'],
    create: 'createQuickFunction',
    update: ['updateQuickFunction', '_id'],
    delete: ['deleteQuickFunction', 'id'],
    setOrder: 'updateQuickFunctionSort',
    writable: Object.keys(quickFunctionFields),
  }),
  categories: resource({
    function: 'adminCategory',
    getList: 'getCategories',
    getOne: ['getCategoryById', '_id'],
    create: 'createCategory',
    update: ['updateCategory', '_id'],
    delete: ['deleteCategory', '_id'],
    setOrder: 'updateCategorySort',
    writable: Object.keys(categoryFields),
  }),
  keywords: resource({
    function: 'keyword',
    getList: 'getKeywords',
    getMany: 'getKeywordsByIds',
    create: 'createKeyword',
    update: ['updateKeyword', '_id'],
    delete: ['deleteKeyword', '_id'],
    writable: Object.keys(keywordFields),
  }),
  'local-app-templates': resource({
    function: 'adminLocalApp',
    getList: 'getApps',
    getOne: ['getAppById', 'id'],
    create: 'createApp',
    update: ['updateApp', '_id'],
    delete: ['deleteApp', 'id'],
    setField: ['updateAppField', 'appId'],
    setRecommend: ['setRecommendStatus', 'appId'],
    setOrder: 'updateAppSort',
    writable: Object.keys(localAppFields),
  }),
  'local-app-categories': resource({
    function: 'adminLocalApp',
    getList: 'getCategories',
    create: 'createCategory',
    update: ['updateCategory', 'id'],
    delete: ['deleteCategory', 'id'],
    setOrder: 'updateCategorySort',
    writable: Object.keys(localAppCategoryFields),
  }),
  'activation-codes': resource({
    function: 'adminActivationCode',
    getList: 'getBatches',
    getOne: ['getBatchById', 'id'],
    writable: [],
  }),
  'activation-codes/codes': resource({
    function: 'adminActivationCode',
    getList: 'getCodes',
    getOne: ['getCodeById', 'id'],
    writable: [],
  }),
  'api-keys': resource({
    function: 'adminApiKey',
    getList: 'getApiKeys',
    getOne: ['getApiKeyById', 'id'],
    writable: [],
  }),
  users: resource({
    function: 'adminUser',
    getList: 'getUsers',
    getOne: ['getUserById', 'id'],
    writable: [],
  }),
  orders: resource({
    function: 'adminOrder',
    getList: 'getOrders',
    getOne: ['getOrderById', 'id'],
    writable: [],
  }),
  'users/orders': resource({
    function: 'adminUser',
    getList: 'getUserOrders',
    owner: 'userId',
    writable: [],
  }),
  'users/print-orders': resource({
    function: 'adminUser',
    getList: 'getUserPrintOrders',
    owner: 'userId',
    writable: [],
  }),
  'users/credits': resource({
    function: 'adminUser',
    getList: 'getCreditLedger',
    owner: 'userId',
    writable: [],
  }),
  'users/logs': resource({
    function: 'adminUser',
    getList: 'getUserLogs',
    owner: 'userId',
    writable: [],
  }),
  'users/notes': resource({
    function: 'adminUser',
    getList: 'getNotes',
    owner: 'id',
    writable: [],
  }),
  tasks: resource({
    function: 'adminTask',
    getList: 'getTasks',
    getOne: ['getTaskById', 'id'],
    writable: [],
  }),
  refunds: resource({
    function: 'adminOrder',
    getList: 'getRefunds',
    getOne: ['getRefundById', 'id'],
    writable: [],
  }),
  reconciliation: resource({
    function: 'adminReconciliation',
    getList: 'getDays',
    getOne: ['getDayById', 'id'],
    writable: [],
  }),
  'reconciliation/differences': resource({
    function: 'adminReconciliation',
    getList: 'getDifferences',
    writable: [],
  }),
  packages: resource({
    function: 'adminPackage',
    getList: 'getPackages',
    getOne: ['getPackageById', 'id'],
    writable: [],
  }),
  'print-orders': resource({
    function: 'adminPrintOrder',
    getList: 'getPrintOrders',
    getOne: ['getPrintOrderById', 'id'],
    writable: [],
  }),
  'print-size-config': resource({
    function: 'adminPrintSize',
    getList: 'getPrintSizes',
    getOne: ['getPrintSizeById', 'id'],
    create: 'createPrintSize',
    update: ['updatePrintSize', '_id'],
    delete: ['deletePrintSize', 'id'],
    writable: Object.keys(printSizeFields),
  }),
  'package-prices': resource({
    function: 'adminPackagePrice',
    getList: 'getPackagePrices',
    getOne: ['getPackagePriceById', 'id'],
    create: 'createPackagePrice',
    update: ['updatePackagePrice', '_id'],
    delete: ['deletePackagePrice', 'id'],
    writable: ['sizeId', 'paper', ...Object.keys(packagePriceFields)],
  }),
  images: resource({
    function: 'adminStorage',
    getList: 'getImages',
    idField: 'filePath',
    getOne: ['getImageById', 'filePath'],
    delete: ['deleteImage', 'filePath'],
    trashed: 'trash',
    writable: [],
  }),
  'audit-logs': resource({
    function: 'adminAuditLog',
    getList: 'getLogs',
    getOne: ['getLogById', 'id'],
    writable: [],
  }),
} as const;

export type ResourceName = keyof typeof resources;
