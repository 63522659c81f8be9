/** What a value should have been, in the words of all such sentences. */
export const shape = (what: string, example?: string) =>
  `应为${/^\w/.test(what) ? ' ' : ''}${what}${example === undefined ? '' : `，如 ${example}`}`;
