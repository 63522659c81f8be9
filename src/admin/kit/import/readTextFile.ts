/** Chinese spreadsheets on Windows save CSV in GB 18030, everything else writes UTF-8. */
export const readTextFile = async (file: Blob): Promise<string> => {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
};
