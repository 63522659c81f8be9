/** The package is untyped, and lacks keys of react-admin 5: `zh.test.ts` finds those that nothing adds. */
declare module 'ra-language-chinese' {
  import type { TranslationMessages } from 'react-admin';
  const messages: TranslationMessages;
  export default messages;
}
