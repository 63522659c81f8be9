/**
 * All of react-admin, with the kit's parts in place of those whose names they have: a page of react-admin's documentation
 * that imports from here has tabs, counts, drafts, conflicts and phones (README.md, "Instead of react-admin's").
 */
export * from 'react-admin';
export { DeleteButton } from './action/DeleteButton.tsx';
export { EditButton } from './action/EditButton.tsx';
export { useCreatePath, useDataProvider } from './base/hooks.ts';
export { Resource } from './base/Resource.tsx';
export { Create } from './form/Create.tsx';
export { Edit } from './form/Edit.tsx';
export {
  BooleanInput,
  CheckboxGroupInput,
  DateTimeInput,
  NumberInput,
  PasswordInput,
  RadioButtonGroupInput,
  SelectInput,
  TextArrayInput,
  TextInput,
} from './form/inputs.tsx';
export { ReferenceArrayInput } from './form/ReferenceArrayInput.tsx';
export { AutocompleteInput, ReferenceInput } from './form/ReferenceInput.tsx';
export { SimpleForm } from './form/SimpleForm.tsx';
export { TabbedForm } from './form/TabbedForm.tsx';
export { Toolbar } from './form/Toolbar.tsx';
export { BulkDeleteButton } from './list/BulkDeleteButton.tsx';
export { CreateButton } from './list/CreateButton.tsx';
export { DataTable } from './list/DataTable.tsx';
export { ExportButton } from './list/ExportButton.tsx';
export { List, ListActions } from './list/List.tsx';
export { Pagination } from './list/Pagination.tsx';
export { SearchInput } from './list/SearchInput.tsx';
export { PrevNextButtons } from './form/PrevNextButtons.tsx';
export { ReferenceManyField } from './show/ReferenceManyField.tsx';
export { Show } from './show/Show.tsx';
export { usePrevNextController } from './form/usePrevNextController.ts';
