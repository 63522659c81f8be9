import type { LocalApp, LocalAppCategory } from '#contract/localApp.ts';
import { repository, sortedBy } from '../_shared/base/repository.ts';

const apps = repository<LocalApp>('localApps');
const categories = repository<LocalAppCategory>('localAppCategories');

/** Some dozens of each. */
const MOST = 1_000;
const enabled = { status: 'enabled' };
const inOrder = sortedBy('desc', 'sort', 'createTime');

/** As numbers: 1.10 is later than 1.9, and 1.2 is 1.2.0. */
const isEarlier = (version: string, than: string): boolean => {
  const parts = [version, than].map(text => text.split('.').map(Number));
  for (let at = 0; at < Math.max(...parts.map(({ length }) => length)); at += 1) {
    const [one = 0, other = 0] = parts.map(numbers => numbers[at]);
    if (one !== other) return one < other;
  }
  return false;
};

/** What runs in this version of the mini-program, the recommended ones first; '' for any version. */
export const offeredApps = async (
  version = '',
  fields?: (keyof LocalApp)[],
): Promise<LocalApp[]> => {
  const found = await apps.find(enabled, {
    sort: [['isRecommend', 'desc'], ...inOrder],
    limit: MOST,
    ...(fields && { fields }),
  });
  return found.filter(({ minVersion }) => version === '' || !isEarlier(version, minVersion));
};

export const getLocalApps = async ({ version }: { version?: string | undefined }) => {
  const [offered, shown] = await Promise.all([
    offeredApps(version),
    categories.find(enabled, { sort: inOrder, limit: MOST }),
  ]);
  const known = new Set(shown.map(({ _id }) => _id));
  const list = offered.map(app => ({
    ...app,
    categoryId: known.has(app.categoryId) ? app.categoryId : '',
  }));
  return { categories: shown, list };
};
