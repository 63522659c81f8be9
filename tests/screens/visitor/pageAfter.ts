/** A page of a list as the functions answer it; here `next` is the number of records before it. */
export const pageAfter = <T>(
  found: readonly T[],
  { after = '0', pageSize }: { after?: string | undefined; pageSize: number },
): { list: T[]; total: number; next?: string } => {
  const end = Number(after) + pageSize;
  return {
    list: found.slice(Number(after), end),
    total: found.length,
    ...(end < found.length && { next: String(end) }),
  };
};
