import type { Invoke } from '#dataProvider/invoke.ts';
import { pageAt } from './location.ts';
import { PAGE_SIZE } from './templateLists.ts';

/**
 * The home page asks for its parts with one call, because each call that is made at the same time may have to start an
 * instance of its function. Who asks for a part first is given it from there; later calls are made as they are.
 */
export const withFirstPage = (invoke: Invoke, { pathname, search }: Location): Invoke => {
  const page = pageAt(pathname, search);
  if (page.name !== 'home' || page.q || page.category) return invoke;
  const answer = invoke('appTemplate', 'getFirstPage', { pageSize: PAGE_SIZE });
  answer.catch(() => undefined);
  const parts = new Set(['getSettings', 'getTemplates', 'getCategories', 'getHome']);
  return ((name, action, ...rest) =>
    parts.delete(action)
      ? answer.then(all => all[action as keyof typeof all])
      : invoke(name, action, ...rest)) as Invoke;
};
