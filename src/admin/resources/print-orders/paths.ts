export const IMPORT_PATH = '/print-orders/import-shipping';
export const ARCHIVES_PATH = '/print-orders/archives';

/** The pick sheet of a batch, or of some print orders. */
export const sheetPath = (of: { batchNo: string } | { ids: readonly string[] }) =>
  `/print-orders/pick-sheet?${new URLSearchParams('batchNo' in of ? of : { ids: of.ids.join(',') }).toString()}`;
