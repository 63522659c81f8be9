import type { Invoke } from '#dataProvider/invoke.ts';
import { pageAt } from './location.ts';
import { PAGE_SIZE } from './templateLists.ts';

/**
 * The home page asks for its parts with one call, because each call that is made at the same time may have to start an
 * instance of its function. Who asks for a part first is given it from there; later calls are made as they are. So are
 * those for addresses of pictures, unless all of them came along.
 */
export const withFirstPage = (invoke: Invoke, { pathname, search }: Location): Invoke => {
  const page = pageAt(pathname, search);
  if (page.name !== 'home' || page.q || page.category) return invoke;
  const answer = invoke('appTemplate', 'getFirstPage', { pageSize: PAGE_SIZE });
  answer.catch(() => undefined);
  const parts = new Set(['getSettings', 'getTemplates', 'getCategories', 'getHome']);
  const addresses = answer.then(
    ({ getSignedUrls }) => new Map(getSignedUrls.list.map(signed => [signed.src, signed])),
    () => new Map<string, never>(),
  );
  const signed = async (data: { urls: string[] }) => {
    const known = await addresses;
    if (!data.urls.every(url => known.has(url)))
      return invoke('imageService', 'getSignedUrls', data);
    const list = data.urls.map(url => known.get(url)!);
    // Asked for again, they are due for renewal.
    data.urls.forEach(url => known.delete(url));
    return { list };
  };
  return ((name, action, data, ...rest) => {
    if (parts.delete(action)) return answer.then(all => all[action as keyof typeof all]);
    return action === 'getSignedUrls'
      ? signed(data as { urls: string[] })
      : invoke(name, action, data, ...rest);
  }) as Invoke;
};
