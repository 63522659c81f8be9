import { HomePage } from './HomePage.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { PageSkeleton } from './skeletons.tsx';
import { createVisit } from './visit.ts';

const { templates, catalogue } = createVisit(() => new Promise(() => undefined));

/** What the build lays into the page (`scripts/build/shell.ts`): the home page as it is before anything was read. */
export const HomeShell = () => (
  <>
    <SiteHeader page="home" />
    <main>
      <HomePage query={{ q: '', category: '' }} lists={templates} catalogue={catalogue} />
    </main>
  </>
);

/** The same of any other page, below its header. */
export const PageShell = () => <PageSkeleton className="making-placeholder" />;
