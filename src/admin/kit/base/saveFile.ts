import { csvFile } from '#contract/csv.ts';

/** Hands a file to the browser: its content, or an address of it. */
export const saveFile = (content: Blob | string, name: string) => {
  const href = typeof content === 'string' ? content : URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), {
    href,
    download: name,
    rel: 'noopener',
  });
  document.body.append(link);
  link.click();
  link.remove();
  if (href !== content) setTimeout(() => URL.revokeObjectURL(href), 60_000);
};

export const saveCsv = (rows: readonly (readonly (string | number)[])[], name: string) =>
  saveFile(new Blob([csvFile(rows)], { type: 'text/csv;charset=utf-8' }), name);
