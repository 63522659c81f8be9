/** The address of a list with a filter and nothing else chosen. */
export const listPath = (resource: string, filter: Record<string, unknown> = {}) =>
  `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
