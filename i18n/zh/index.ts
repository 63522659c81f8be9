import type { TranslationMessages } from 'react-admin';
import { auditWords } from '#contract/auditWords.ts';
import { entities } from '#contract/entities.ts';
import { access, action } from './action.ts';
import { activationCodes, codes } from './activationCodes.ts';
import { administrators, roles } from './administrators.ts';
import { apiKeys } from './apiKeys.ts';
import { approvals } from './approvals.ts';
import { auditLogResource, auditLogs } from './auditLogs.ts';
import { categories } from './categories.ts';
import { compensationRows, compensations } from './compensations.ts';
import { dashboard } from './dashboard.ts';
import { exports, imports } from './exports.ts';
import { feedback } from './feedback.ts';
import { form } from './form.ts';
import { images, upload } from './images.ts';
import { keywords, searchMisses } from './keywords.ts';
import { list } from './list.ts';
import { localAppCategories, localAppTemplates } from './localApps.ts';
import { messages } from './messages.ts';
import { orders } from './orders.ts';
import { packagePrices } from './packagePrices.ts';
import { packages } from './packages.ts';
import { palette } from './palette.ts';
import { presets } from './presets.ts';
import { printAddress, printOrders } from './printOrders.ts';
import { printSizes } from './printSizes.ts';
import { quickFunctions } from './quickFunctions.ts';
import { reactAdmin } from './reactAdmin.ts';
import { reconciliation, reconciliationDifferences } from './reconciliation.ts';
import { refunds } from './refunds.ts';
import { savedViews } from './savedViews.ts';
import { settings, settingsLabels } from './settings.ts';
import { shell } from './shell.ts';
import { systemStatus } from './systemStatus.ts';
import { tableEdit } from './tableEdit.ts';
import { tasks } from './tasks.ts';
import { templates } from './templates.ts';
import { todo } from './todo.ts';
import { userCredits, userLogs, userOrders, userPrintOrders, users } from './users.ts';
import { videos } from './videos.ts';
import { yearlyDuties } from './yearlyDuties.ts';

/** What the pages of a resource say that has no file of its own. */
const followingFromNames = Object.fromEntries(
  Object.entries(entities).map(([resource, { name, labels }]) => [
    resource,
    {
      name,
      fields: labels,
      page: { list: `${name}管理`, create: `新建${name}`, edit: `编辑${name}`, show: name },
      search: `搜索${name}`,
      empty: { title: `还没有${name}`, text: `新建的${name}会显示在这里。` },
      delete: { effect: '删除后不能恢复。' },
    },
  ]),
);

/** A resource that says more has its own file and one line here. */
const resources = {
  'audit-logs': auditLogResource,
  administrators,
  'administrators/roles': roles,
  settings: settingsLabels,
  'local-app-templates': localAppTemplates,
  'local-app-categories': localAppCategories,
  templates,
  users,
  'users/orders': userOrders,
  'users/print-orders': userPrintOrders,
  'users/credits': userCredits,
  'users/logs': userLogs,
  tasks,
  compensations,
  'compensations/rows': compensationRows,
  feedback,
  messages,
  'templates/presets': presets,
  'templates/quick-functions': quickFunctions,
  'activation-codes': activationCodes,
  'activation-codes/codes': codes,
  'api-keys': apiKeys,
  categories,
  keywords,
  'keywords/misses': searchMisses,
  images,
  videos,
  orders,
  refunds,
  approvals,
  reconciliation,
  'reconciliation/differences': reconciliationDifferences,
  'print-orders': printOrders,
  'print-addresses': printAddress,
  'print-size-config': printSizes,
  packages,
  'package-prices': packagePrices,
};

/** All texts of the management side, in Chinese. */
export const zh = {
  ra: reactAdmin,
  access,
  app: shell,
  action,
  auditLogs: { ...auditLogs, ...auditWords },
  exports,
  palette,
  dashboard,
  form,
  import: imports,
  list,
  upload,
  settings,
  savedViews,
  systemStatus,
  tableEdit,
  yearlyDuties,
  todo,
  resources: { ...followingFromNames, ...resources },
} satisfies TranslationMessages;
