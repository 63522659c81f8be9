import { useQueries } from '@tanstack/react-query';
import {
  type RaRecord,
  type ResourceDefinition as Definition,
  useDataProvider,
  useResourceDefinitions,
  useTranslate,
} from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { normalForm } from '#contract/normalForm.ts';
import { type CreatePath, useCreatePath } from '../../kit/base/hooks.ts';
import { listSearch } from '../../kit/base/listSearch.ts';
import { useIsOpen } from '../places.ts';
import { detect, type Detected, type Target, unsearched } from './detect.ts';
import { type PaletteActions, usePaletteCommands } from './usePaletteCommands.ts';

export interface Option {
  key: string;
  group: string;
  label: string;
  /** Quiet, at the end of the line. */
  hint?: string;
  to?: string;
  run?: () => void;
}

/** Distinguishes records of the same name. */
const hintSources = [
  'orderNo',
  'printNo',
  'openid',
  'subtitle',
  'phoneTail',
  'codeMask',
  'receiptNo',
  'username',
];
/** What a record without a name of its own goes by. */
const nameSources = ['name', 'codeMask'];

const firstText = (record: RaRecord, sources: readonly string[], not = '') =>
  sources
    .map(source => record[source] as unknown)
    .find((value): value is string => typeof value === 'string' && value !== '' && value !== not);

const nameOf = (record: RaRecord, { recordRepresentation: its }: Definition) => {
  const name = typeof its === 'function' ? (its as (of: RaRecord) => unknown)(record) : undefined;
  if (typeof name === 'string' && name !== '') return name;
  const own = typeof its === 'string' ? [its] : [];
  return firstText(record, [...own, ...nameSources]) ?? String(record.id);
};

/** The page that a record opens; of what has none, its list. */
const pageOf = (record: RaRecord, definition: Definition, createPath: CreatePath) => {
  const { name: resource, hasEdit, hasShow } = definition;
  if (resource === 'refunds')
    return createPath({ resource: 'orders', type: 'show', id: String(record['orderId']) });
  if (!hasShow && !hasEdit) return undefined;
  return createPath({ resource, type: hasShow ? 'show' : 'edit', id: record.id });
};

/** All options for the typed text, best first. */
export const usePaletteOptions = (typed: string, searched: string, actions: PaletteActions) => {
  const translate = useTranslate();
  const definitions = useResourceDefinitions();
  const commands = usePaletteCommands(actions);
  const createPath = useCreatePath();
  const detected = detect(searched);
  const { targets, found, isSearching } = usePaletteRecords(detected);
  const words = normalForm(typed);
  const labelOf = (resource: string) => translate(`resources.${resource}.name`, { smart_count: 1 });

  const matching: Option[] = commands
    .filter(({ label }) => normalForm(label).includes(words))
    .map(({ group, ...command }) => ({ ...command, group: translate(`palette.groups.${group}`) }));
  if (words === '' || !detected) return { options: matching, isSearching: false };

  const listPath = (resource: string, q: string) => `/${resource}${listSearch({ filter: { q } })}`;
  const records: Option[] = found.flatMap(({ resource, q, records: hits }) =>
    hits.map(record => {
      const definition = definitions[resource] ?? { name: resource };
      const label = nameOf(record, definition);
      const hint = firstText(record, hintSources, label);
      return {
        key: `${resource} ${record.id}`,
        group: labelOf(resource),
        label,
        ...(hint && { hint }),
        to: pageOf(record, definition, createPath) ?? listPath(resource, q),
      };
    }),
  );
  const searchable = targets.filter(({ resource }) => !unsearched.includes(resource));
  const lists: Option[] = searchable.map(({ resource, q }) => ({
    key: `in ${resource}`,
    group: translate('palette.groups.lists'),
    label: translate('palette.searchIn', { label: labelOf(resource), q }),
    to: listPath(resource, q),
  }));
  return {
    options: [
      ...(detected.kind === 'words' ? [...matching, ...records] : [...records, ...matching]),
      ...(detected.kind === 'id' ? [] : lists),
    ],
    isSearching,
    ...(detected.kind !== 'words' && { kind: detected.kind }),
  };
};

const SHOWN = 4;

interface Found extends Target {
  records: RaRecord[];
}

/** A record by its id, or the results of the list's own search. */
const useLookUp = () => {
  const dataProvider = useDataProvider();
  return async (kind: Detected['kind'], { resource, q }: Target): Promise<Found> => {
    if (kind === 'id') {
      const { data } = await dataProvider.getOne<RaRecord>(resource, { id: q });
      return { resource, q, records: [data] };
    }
    const isWhole = unsearched.includes(resource);
    const { data } = await dataProvider.getList<RaRecord>(resource, {
      pagination: { page: 1, perPage: isWhole ? MAX_PAGE_SIZE : SHOWN },
      sort: { field: 'createTime', order: 'DESC' },
      filter: isWhole ? {} : { q },
    });
    const words = normalForm(q);
    const named = isWhole
      ? data.filter(record =>
          ['name', 'nickName', 'username'].some(source =>
            normalForm(String(record[source] ?? '')).includes(words),
          ),
        )
      : data;
    return { resource, q, records: named.slice(0, SHOWN) };
  };
};

/** The results of each place to search; failed ones are left out. */
const usePaletteRecords = (detected: Detected | undefined) => {
  const definitions = useResourceDefinitions();
  const lookUp = useLookUp();
  const isOpen = useIsOpen();
  const targets = (detected?.targets ?? []).filter(
    ({ resource }) => definitions[resource] && isOpen(resource),
  );
  return useQueries({
    queries: targets.map(target => ({
      queryKey: ['palette', detected?.kind, target.resource, target.q],
      queryFn: () => lookUp(detected?.kind ?? 'words', target),
      staleTime: 30_000,
      retry: false,
    })),
    combine: results => ({
      targets,
      found: results.flatMap(({ data }) => data ?? []),
      isSearching: results.some(({ isPending }) => isPending),
    }),
  });
};
