/** What `stock.ts` loads later. */
export { DeleteButton, ExportButton, FilterButton, FilterForm } from 'react-admin';
