/** How long until these records are read again, in milliseconds; false for never. A hidden page waits. */
export type RefetchInterval = (records: readonly never[]) => number | false;

interface Reading {
  state: { data?: { data?: unknown[] } | undefined };
}

/** The options of a list's query. A failure is shown in place of the records instead of a notification. */
export const listQuery = (refetchInterval?: RefetchInterval) => ({
  onError: () => undefined,
  ...(refetchInterval && {
    refetchInterval: ({ state }: Reading) => refetchInterval((state.data?.data ?? []) as never[]),
  }),
});
