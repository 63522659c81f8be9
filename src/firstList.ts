import { getAdminUser } from '#authProvider/session.ts';
import { DEFAULT_PAGE_SIZE, FULL_ROLE } from '#contract/constants.ts';
import type { ActionName, FunctionName } from '#contract/index.ts';
import type { CallFunction } from '#dataProvider/invoke.ts';
import { ADMIN_BASE } from './addresses.ts';
import { noteFirstQuestion } from './firstQuestion.ts';
import { storeOfAdmin } from './shared/storeOfAdmin.ts';

const list = <F extends FunctionName>(
  name: F,
  action: ActionName<F>,
  load: () => Promise<unknown>,
  { field = 'createTime', withPictures = false } = {},
) => ({
  load,
  name,
  action,
  data: {
    page: 1,
    pageSize: DEFAULT_PAGE_SIZE,
    sort: { field, order: 'desc' },
    withCounts: true,
    ...(withPictures && { withPictures }),
  },
});

/**
 * The lists' screens, and what they and the data provider ask for first. Other lists are not asked for ahead. The first row
 * comes 0.1 s earlier, with a slow network and processor 0.8 s.
 */
export const firstLists = {
  'activation-codes': list(
    'adminActivationCode',
    'getBatches',
    () => import('./admin/resources/activation-codes/BatchList.tsx'),
  ),
  administrators: list(
    'adminAdministrator',
    'getAdministrators',
    () => import('./admin/resources/administrators/AdministratorList.tsx'),
  ),
  'api-keys': list(
    'adminApiKey',
    'getApiKeys',
    () => import('./admin/resources/api-keys/ApiKeyList.tsx'),
  ),
  feedback: list(
    'adminFeedback',
    'getFeedbacks',
    () => import('./admin/resources/feedback/FeedbackList.tsx'),
  ),
  images: list(
    'adminStorage',
    'getImages',
    () => import('./admin/resources/images/ImageList.tsx'),
    { withPictures: true },
  ),
  'local-app-templates': list(
    'adminLocalApp',
    'getApps',
    () => import('./admin/resources/local-app-templates/LocalAppList.tsx'),
    { field: 'sort' },
  ),
  messages: list(
    'adminMessage',
    'getMessages',
    () => import('./admin/resources/messages/MessageList.tsx'),
  ),
  orders: list('adminOrder', 'getOrders', () => import('./admin/resources/orders/OrderList.tsx')),
  'package-prices': list(
    'adminPackagePrice',
    'getPackagePrices',
    () => import('./admin/resources/package-prices/PriceList.tsx'),
    { field: 'sort' },
  ),
  packages: list(
    'adminPackage',
    'getPackages',
    () => import('./admin/resources/packages/PackageList.tsx'),
    { field: 'sort' },
  ),
  'print-orders': list(
    'adminPrintOrder',
    'getPrintOrders',
    () => import('./admin/resources/print-orders/PrintOrderList.tsx'),
  ),
  'print-size-config': list(
    'adminPrintSize',
    'getPrintSizes',
    () => import('./admin/resources/print-size-config/PrintSizeList.tsx'),
    { field: 'sort' },
  ),
  reconciliation: list(
    'adminReconciliation',
    'getDays',
    () => import('./admin/resources/reconciliation/DayList.tsx'),
    { field: 'dayTime' },
  ),
  refunds: list(
    'adminOrder',
    'getRefunds',
    () => import('./admin/resources/refunds/RefundList.tsx'),
  ),
  tasks: list('adminTask', 'getTasks', () => import('./admin/resources/tasks/TaskList.tsx')),
  templates: list(
    'adminTemplate',
    'getTemplates',
    () => import('./admin/resources/templates/TemplateList.tsx'),
    { field: 'sort', withPictures: true },
  ),
  users: list('adminUser', 'getUsers', () => import('./admin/resources/users/UserList.tsx')),
  videos: list('vodService', 'getVideos', () => import('./admin/resources/videos/VideoList.tsx')),
};

const resourceAt = ({ pathname }: Location) => {
  const resource = pathname.slice(ADMIN_BASE.length + 1);
  return Object.hasOwn(firstLists, resource) ? (resource as keyof typeof firstLists) : undefined;
};

/** Its filter, sorting or page may be another. */
const hasState = (resource: string, { search }: Location) =>
  search !== '' || localStorage.getItem(`RaStore${storeOfAdmin()}.${resource}.listParams`) !== null;

/** Loads the application with the screen at an address. Where it fails, the next caller loads it again. */
export const loadApplication = (at: Location) => {
  const resource = resourceAt(at);
  const loads = resource
    ? [firstLists[resource].load]
    : [() => import('./admin/shell/AdminApp.tsx'), () => import('#i18n/zh/index.ts')];
  for (const load of loads) load().catch(() => undefined);
};

/** Without the table of rights, which the sign-in page need not load: of some lists a limited role is not asked ahead. */
const mayRead = (resource: string): boolean => {
  const { role, rights } = getAdminUser() ?? {};
  return role === FULL_ROLE || !rights || rights.includes(`${resource}.read`);
};

/** How long an answer nobody has asked for is kept. */
const KEPT_MS = 15_000;

/**
 * Asks for the first list of the page while the application is still being loaded; the next caller with the same call
 * gets this answer, or its failure, once.
 */
export const askForFirstList = (
  callFunction: CallFunction,
  at: Location,
  token: string,
): CallFunction => {
  const resource = resourceAt(at);
  if (!resource || hasState(resource, at) || !mayRead(resource)) return callFunction;
  const { name, action, data } = firstLists[resource];
  const key = (called: string, request: object) => `${called} ${JSON.stringify(request)}`;
  const request = { action, data, token };
  let answer: Promise<unknown> | undefined = callFunction(name, request);
  answer.catch(() => undefined);
  const { page, pageSize: perPage, sort, ...meta } = data;
  noteFirstQuestion({
    resource,
    params: {
      pagination: { page, perPage },
      sort: { ...sort, order: 'DESC' },
      filter: {},
      meta,
    },
  });
  setTimeout(() => (answer = undefined), KEPT_MS);
  return (called, asked) => {
    if (!answer || key(called, asked) !== key(name, request)) return callFunction(called, asked);
    const given = answer;
    answer = undefined;
    return given;
  };
};
