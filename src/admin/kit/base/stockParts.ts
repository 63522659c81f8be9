/** react-admin's own, loaded where a page uses them: most pages need the kit's alone. */
export { DeleteButton, ExportButton, FilterButton, FilterForm } from 'react-admin';
