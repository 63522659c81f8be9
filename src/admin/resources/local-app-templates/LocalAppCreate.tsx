import { localAppEntity } from '#contract/localApp.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { LocalAppColumns } from './LocalAppColumns.tsx';

export const LocalAppCreate = () => (
  <RecordCreate entity={localAppEntity} width="full" redirect="edit">
    <LocalAppColumns />
  </RecordCreate>
);
