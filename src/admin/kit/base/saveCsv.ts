import { csvFile } from '#contract/csv.ts';
import { saveFile } from '../../../shared/saveFile.ts';

export const saveCsv = (rows: readonly (readonly (string | number)[])[], name: string) =>
  saveFile(new Blob([csvFile(rows)], { type: 'text/csv;charset=utf-8' }), name);
