/** The options of a list's query. A failure is shown in place of the records instead of a notification. */
export const listQuery = { onError: () => undefined };
