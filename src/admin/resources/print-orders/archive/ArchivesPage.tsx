import { Title } from 'react-admin';
import { ArchiveList } from './ArchiveList.tsx';

/** What was made for printing lately, for all administrators. */
export const ArchivesPage = () => (
  <>
    <Title title="resources.print-orders.page.archives" preferenceKey={false} />
    <ArchiveList />
  </>
);
