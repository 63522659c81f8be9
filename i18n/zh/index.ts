import type { TranslationMessages } from 'react-admin';
import { action } from './action.ts';
import { categories } from './categories.ts';
import { form } from './form.ts';
import { keywords } from './keywords.ts';
import { list } from './list.ts';
import { reactAdmin } from './reactAdmin.ts';
import { shell } from './shell.ts';
import { templates } from './templates.ts';

/** Every sentence of the management side, in Chinese. A resource brings its own file and one line here. */
export const zh = {
  ra: reactAdmin,
  app: shell,
  action,
  form,
  list,
  resources: { templates, categories, keywords },
} satisfies TranslationMessages;
