import polyglotI18nProvider from 'ra-i18n-polyglot';
import { zh } from './zh/index.ts';

/** Chinese is imported statically: polyglot cannot start from a promise. A second language would be another folder. */
export const i18nProvider = polyglotI18nProvider(() => zh, 'zh', [
  { locale: 'zh', name: '简体中文' },
]);
