import { categoryEntity } from '#contract/category.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { CategoryInputs } from './CategoryInputs.tsx';

export const CategoryCreate = () => (
  <RecordCreate entity={categoryEntity} redirect="list">
    <CategoryInputs />
  </RecordCreate>
);
