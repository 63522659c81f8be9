import { csvFile } from '#contract/csv.ts';

type Row = Record<string, unknown>;

/**
 * Replaces `jsonexport`, which react-admin's own exporter imports together with Node's streams. Lists here export
 * through the back end (`list/ExportButton.tsx`); a stock button gets a table of which spreadsheets run nothing. Saves
 * 2.5 KB of gzip before the first row, 25 KB in all.
 */
const stockExport = (rows: Row[], done: (error: Error | null, csv: string) => void) => {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const cell = (value: unknown) => {
    if (typeof value === 'number') return value;
    return typeof value === 'object' ? JSON.stringify(value ?? '') : String(value ?? '');
  };
  done(null, csvFile([columns, ...rows.map(row => columns.map(name => cell(row[name])))]));
};
export default stockExport;
