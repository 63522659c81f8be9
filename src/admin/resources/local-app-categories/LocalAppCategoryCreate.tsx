import { localAppCategoryDefaults, localAppCategoryFields } from '#contract/localApp.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { LocalAppCategoryInputs } from './LocalAppCategoryInputs.tsx';

export const LocalAppCategoryCreate = () => (
  <RecordCreate fields={localAppCategoryFields} defaults={localAppCategoryDefaults} redirect="list">
    <LocalAppCategoryInputs />
  </RecordCreate>
);
