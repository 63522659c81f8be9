import type { ExportColumn } from '#contract/exportTable.ts';

const HEADER = '.RaDataTable-headerCell';
const MARK = 'column-';

/** The sources of the columns on the screen: what is hidden is not in the table. */
const shownSources = (): string[] =>
  [...document.querySelectorAll(HEADER)].flatMap(cell =>
    [...cell.classList].filter(name => name.startsWith(MARK)).map(name => name.slice(MARK.length)),
  );

/** The columns of the file that the table shows; all of them where there is no table, as on a phone. */
export const shownColumns = (columns: readonly ExportColumn[]): string[] => {
  const sources = shownSources();
  const paths = columns.map(({ path }) => path);
  const shown = paths.filter(path =>
    sources.some(source => path === source || path.startsWith(`${source}.`)),
  );
  return shown.length > 0 ? shown : paths;
};
