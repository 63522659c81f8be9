import type { PublicTemplate } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { asThumbnail } from '../shared/imageStyle.ts';
import { systemSettings } from '../shared/settings.ts';
import { createSignedUrls, type SignedUrls } from '../shared/signedUrls.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { pageAt } from './location.ts';
import { createTaskLists, type TaskLists } from './taskLists.ts';
import { createTemplateLists, type TemplateLists } from './templateLists.ts';

/** What a visitor has read, kept from page to page. */
export interface Visit {
  invoke: Invoke;
  signedUrls: SignedUrls;
  templates: TemplateLists;
  catalogue: Catalogue;
  tasks: TaskLists;
}

export const createVisit = (invoke: Invoke): Visit => {
  const signedUrls = createSignedUrls(invoke);
  /** Before they are rendered, which would ask for the same. */
  const signCovers = (templates: PublicTemplate[]) => {
    const { imageStyles } = systemSettings();
    for (const { coverImage } of templates)
      if (coverImage) signedUrls.get(asThumbnail(coverImage, imageStyles)).catch(() => undefined);
  };
  return {
    invoke,
    signedUrls,
    templates: createTemplateLists(invoke, signCovers),
    catalogue: createCatalogue(invoke),
    tasks: createTaskLists(invoke),
  };
};

/** Starts what the page at this address reads first, before the code of the pages has arrived. */
export const readAhead = ({ templates, catalogue }: Visit, { pathname, search }: Location) => {
  const page = pageAt(pathname, search);
  if (page.name !== 'home') return;
  templates.of(page).open();
  catalogue.categories.open();
  catalogue.extras.open();
};
