import { ArchiveList } from './ArchiveList.tsx';

/** What was made for printing lately, whoever asked for it. */
export const ArchivesPage = () => <ArchiveList />;
