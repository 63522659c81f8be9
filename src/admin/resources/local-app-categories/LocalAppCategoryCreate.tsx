import { localAppCategoryEntity } from '#contract/localApp.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { LocalAppCategoryInputs } from './LocalAppCategoryInputs.tsx';

export const LocalAppCategoryCreate = () => (
  <RecordCreate entity={localAppCategoryEntity} redirect="list">
    <LocalAppCategoryInputs />
  </RecordCreate>
);
