import { categoryDefaults, categoryFields } from '#contract/category.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { CategoryInputs } from './CategoryInputs.tsx';

export const CategoryCreate = () => (
  <RecordCreate fields={categoryFields} defaults={categoryDefaults} redirect="list">
    <CategoryInputs />
  </RecordCreate>
);
