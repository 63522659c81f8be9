import type { PublicTemplate } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { asThumbnail } from '../shared/imageStyle.ts';
import { systemSettings } from '../shared/settings.ts';
import { createSignedUrls, type SignedUrls } from '../shared/signedUrls.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { pageAt } from './location.ts';
import { createTaskLists, type TaskLists } from './taskLists.ts';
import { createTemplateLists, type TemplateLists } from './templateLists.ts';
import { createUnread, type Unread } from './unread.ts';

/** Templates that a phone shows without being scrolled. */
const SEEN_FIRST = 3;

/** What a visitor has read, kept from page to page. */
export interface Visit {
  invoke: Invoke;
  signedUrls: SignedUrls;
  templates: TemplateLists;
  catalogue: Catalogue;
  tasks: TaskLists;
  unread: Unread;
}

export const createVisit = (invoke: Invoke, isKnown: boolean): Visit => {
  const signedUrls = createSignedUrls(invoke);
  /** Before they are rendered, which would ask for the same. The first pictures come while the sign-in is waited for. */
  const signCovers = (templates: PublicTemplate[]) => {
    const { imageStyles } = systemSettings();
    for (const [at, { coverImage }] of templates.entries()) {
      if (!coverImage) continue;
      signedUrls.get(asThumbnail(coverImage, imageStyles)).then(
        url => at < SEEN_FIRST && (new Image().src = url),
        () => undefined,
      );
    }
  };
  return {
    invoke,
    signedUrls,
    templates: createTemplateLists(invoke, signCovers),
    catalogue: createCatalogue(invoke),
    tasks: createTaskLists(invoke),
    unread: createUnread(invoke, isKnown),
  };
};

/** Starts what the page at this address reads first, before the code of the pages has arrived. */
export const readAhead = ({ templates, catalogue }: Visit, { pathname, search }: Location) => {
  const page = pageAt(pathname, search);
  if (page.name === 'template') import('./TemplatePage.tsx').catch(() => undefined);
  if (page.name !== 'home') return;
  templates.of(page).open();
  catalogue.categories.open();
  catalogue.extras.open();
};
