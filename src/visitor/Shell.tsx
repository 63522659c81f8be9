import { notStarted } from '#i18n/zh/notStarted.ts';
import { HomePage } from './HomePage.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { PageSkeleton } from './skeletons.tsx';
import { createVisit } from './visit.ts';

const { templates, catalogue, unread } = createVisit(() => new Promise(() => undefined), false);

/** What the build lays into the page (`scripts/build/shell.ts`): the home page as it is before anything was read. */
export const HomeShell = () => (
  <>
    <SiteHeader page="home" unread={unread} />
    <main>
      <HomePage query={{ q: '', category: '' }} lists={templates} catalogue={catalogue} />
    </main>
  </>
);

/** The same of any other page, below its header. */
export const PageShell = () => <PageSkeleton className="making-placeholder" />;

/** Shown by the script of `index.html` in the place of either side, with one of the first two. */
export const NotStarted = () => (
  <div className="not-started" role="alert">
    <p id="too-old">{notStarted.tooOld}</p>
    <p id="failed">{notStarted.failed}</p>
    <a className="link" href="">
      {notStarted.reload}
    </a>
  </div>
);
