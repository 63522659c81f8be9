import { DEFAULT_PAGE_SIZE } from '#contract/constants.ts';
import type { ActionName, FunctionName } from '#contract/index.ts';
import type { CallFunction } from '#dataProvider/invoke.ts';
import { ADMIN_BASE } from './addresses.ts';

const list = <F extends FunctionName>(name: F, action: ActionName<F>, field = 'createTime') => ({
  name,
  action,
  data: {
    page: 1,
    pageSize: DEFAULT_PAGE_SIZE,
    sort: { field, order: 'desc' },
    withCounts: true,
  },
});

/** What the lists ask for first, as their screens and the data provider do it; others are not asked for ahead. */
export const firstLists = {
  'activation-codes': list('adminActivationCode', 'getBatches'),
  administrators: list('adminAdministrator', 'getAdministrators'),
  'api-keys': list('adminApiKey', 'getApiKeys'),
  feedback: list('adminFeedback', 'getFeedbacks'),
  images: list('adminStorage', 'getImages'),
  'local-app-templates': list('adminLocalApp', 'getApps', 'sort'),
  messages: list('adminMessage', 'getMessages'),
  orders: list('adminOrder', 'getOrders'),
  'package-prices': list('adminPackagePrice', 'getPackagePrices', 'sort'),
  packages: list('adminPackage', 'getPackages', 'sort'),
  'print-orders': list('adminPrintOrder', 'getPrintOrders'),
  'print-size-config': list('adminPrintSize', 'getPrintSizes', 'sort'),
  reconciliation: list('adminReconciliation', 'getDays', 'dayTime'),
  refunds: list('adminOrder', 'getRefunds'),
  tasks: list('adminTask', 'getTasks'),
  templates: list('adminTemplate', 'getTemplates', 'sort'),
  users: list('adminUser', 'getUsers'),
  videos: list('vodService', 'getVideos'),
};

/** What the list at an address asks for first; undefined where its filter, sorting or page may be another. */
const firstListAt = ({ pathname, search }: Location) => {
  const resource = pathname.slice(ADMIN_BASE.length + 1);
  const hasState = search !== '' || localStorage.getItem(`RaStore.${resource}.listParams`);
  return hasState || !Object.hasOwn(firstLists, resource)
    ? undefined
    : firstLists[resource as keyof typeof firstLists];
};

/** How long an answer nobody has asked for is kept. */
const KEPT_MS = 15_000;

/**
 * Asks for the first list of the page while the application is still being loaded; whoever makes the same call gets
 * this answer, or its failure, once.
 */
export const askForFirstList = (
  callFunction: CallFunction,
  at: Location,
  token: string,
): CallFunction => {
  const first = firstListAt(at);
  if (!first) return callFunction;
  const { name, action, data } = first;
  const key = (called: string, request: object) => `${called} ${JSON.stringify(request)}`;
  const request = { action, data, token };
  let answer: Promise<unknown> | undefined = callFunction(name, request);
  answer.catch(() => undefined);
  setTimeout(() => (answer = undefined), KEPT_MS);
  return (called, asked) => {
    if (!answer || key(called, asked) !== key(name, request)) return callFunction(called, asked);
    const given = answer;
    answer = undefined;
    return given;
  };
};
