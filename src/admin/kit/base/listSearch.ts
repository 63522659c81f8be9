import type { SortPayload } from 'react-admin';

/** The order people give to records: greater weights first. */
export const BY_PLACE: SortPayload = { field: 'sort', order: 'DESC' };

export interface ListView {
  filter: Record<string, unknown>;
  sort?: SortPayload | undefined;
  perPage?: number | undefined;
}

/** The query of a list's address, as react-admin reads it. */
export const listSearch = ({ filter, sort, perPage }: ListView): string =>
  `?${new URLSearchParams({
    filter: JSON.stringify(Object.fromEntries(Object.entries(filter).sort())),
    ...(sort && { sort: sort.field, order: sort.order }),
    page: '1',
    ...(perPage && { perPage: String(perPage) }),
  }).toString()}`;

/** The address of a list with a filter and nothing else chosen. */
export const listPath = (resource: string, filter: Record<string, unknown> = {}) =>
  `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
