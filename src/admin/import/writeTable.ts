const cellOf = (value: string) => {
  // A cell that a spreadsheet would calculate is written as text.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A CSV file for spreadsheets: UTF-8 with a byte order mark, no formulas. */
export const writeTable = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\ufeff', rows.map(row => row.map(cellOf).join(',')).join('\r\n')], {
    type: 'text/csv;charset=utf-8',
  });

/** Hands a file to the browser. */
export const saveFile = (content: Blob, name: string) => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
