import { localAppDefaults, localAppFields } from '#contract/localApp.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { LocalAppColumns } from './LocalAppColumns.tsx';

export const LocalAppCreate = () => (
  <RecordCreate fields={localAppFields} defaults={localAppDefaults} width="full" redirect="edit">
    <LocalAppColumns />
  </RecordCreate>
);
