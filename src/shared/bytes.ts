const units = ['B', 'KB', 'MB', 'GB'];

/** `820 KB`, `3.4 MB`. */
export const formatBytes = (bytes: number): string => {
  let value = bytes;
  let at = 0;
  while (value >= 1_000 && at < units.length - 1) {
    value /= 1_024;
    at += 1;
  }
  return `${value >= 100 || at === 0 ? Math.round(value) : Number(value.toFixed(1))} ${units[at]}`;
};
