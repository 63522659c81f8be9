import polyglotI18nProvider from 'ra-i18n-polyglot';
import { common } from './zh/common.ts';
import type { zh } from './zh/index.ts';

let texts: typeof common = common;
let hasAll = false;
let loading: Promise<void> | undefined;

/** Sentences of the server and of pages are shown as they are; only a key without a text is a fault. */
const onMissingKey = (key: string): string => {
  if (/^[\w-]+(\.[\w-]+)+$/.test(key)) console.warn(`Missing translation for key: "${key}"`);
  return key;
};

/**
 * The texts that every page needs are imported statically: polyglot cannot start from a promise. A second language would
 * be another folder.
 */
export const i18nProvider = polyglotI18nProvider(
  () => texts,
  'zh',
  [{ locale: 'zh', name: '简体中文' }],
  { onMissingKey },
);

/** Lets polyglot read the texts anew. */
const use = (more: typeof common) => {
  texts = more;
  return i18nProvider.changeLocale('zh', {});
};

/** The texts of a resource come with its list, so that this may be shown before all others are here. */
export const addTexts = (own: Partial<typeof zh.resources>): void => {
  if (!hasAll) void use({ ...texts, resources: { ...texts.resources, ...own } });
};

/** All texts, once; after a failure they are asked for again. */
export const loadTexts = (): Promise<void> =>
  (loading ??= import('./zh/index.ts').then(
    ({ zh }) => {
      hasAll = true;
      return use(zh);
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  ));
