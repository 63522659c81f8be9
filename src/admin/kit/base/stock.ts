import { lazyPart } from '../../../lazyPart.tsx';

/** react-admin's own, loaded where a page uses them: most pages need the kit's alone. Put them into a `Suspense`. */
const parts = () => import('./stockParts.ts');

export const StockDeleteButton = lazyPart(async () => (await parts()).DeleteButton);
export const StockExportButton = lazyPart(async () => (await parts()).ExportButton);
export const StockFilterButton = lazyPart(async () => (await parts()).FilterButton);
export const StockFilterForm = lazyPart(async () => (await parts()).FilterForm);
