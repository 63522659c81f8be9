import { useQueries } from '@tanstack/react-query';
import {
  type RaRecord,
  type ResourceDefinition as Definition,
  useDataProvider,
  useResourceDefinitions,
  useTranslate,
} from 'react-admin';
import { useLocation } from 'react-router-dom';
import type { Choice } from '#contract/action.ts';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { normalForm } from '#contract/normalForm.ts';
import { type CreatePath, useCreatePath, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { useIsOpen } from '../places.ts';
import { useRecent } from '../recent.ts';
import { CODES, detect, type Detected, type Target, unsearched } from './detect.ts';
import { factsOf } from './factsOf.ts';
import { type PaletteActions, usePaletteCommands } from './usePaletteCommands.ts';

export interface Option {
  key: string;
  group: string;
  label: string;
  /** Quiet, behind the label. */
  facts?: string[];
  state?: Choice | undefined;
  to?: string;
  run?: () => void;
}

/** What a record without a name of its own goes by. */
const nameSources = ['name', 'codeMask'];

const nameOf = (record: RaRecord, { recordRepresentation: its }: Definition) => {
  const name = typeof its === 'function' ? (its as (of: RaRecord) => unknown)(record) : undefined;
  const sources = [...(typeof its === 'string' ? [its] : []), ...nameSources];
  const names = [name, ...sources.map(source => record[source] as unknown)];
  return names.find((one): one is string => typeof one === 'string' && one !== '');
};

/** The page that a record opens; of what has none, its list. */
const pageOf = (record: RaRecord, resource: string, definition: Definition, create: CreatePath) => {
  if (resource === CODES) {
    // The whole code stays out of addresses.
    const tail = String(record['codeMask']).slice(-4);
    return listPath(`activation-codes/${String(record['batchId'])}`, { q: tail });
  }
  if (resource === 'refunds')
    return create({ resource: 'orders', type: 'show', id: String(record['orderId']) });
  const { hasEdit, hasShow } = definition;
  if (!hasShow && !hasEdit) return undefined;
  return create({ resource, type: hasShow ? 'show' : 'edit', id: record.id });
};

/** The page around, and what is registered of it: of codes their batch's. */
const useDefinitionOf = () => {
  const definitions = useResourceDefinitions();
  return (resource: string) => definitions[resource === CODES ? 'activation-codes' : resource];
};

/**
 * All options for the typed text, best first; without one the records that were looked at last, and everything that
 * there is. `isSure`: the first one stays it, whatever is still found.
 */
export const usePaletteOptions = (typed: string, searched: string, actions: PaletteActions) => {
  const translate = useTranslate();
  const definitionOf = useDefinitionOf();
  const commands = usePaletteCommands(actions);
  const createPath = useCreatePath();
  const t = useTexts('palette.facts');
  const now = useNow();
  const recent = useRecentOptions();
  const detected = detect(searched);
  const { targets, found, isSearching, isFirstFound } = usePaletteRecords(detected);
  const words = normalForm(typed);
  const labelOf = (resource: string) => translate(`resources.${resource}.name`, { smart_count: 1 });

  const matching: Option[] = commands
    .filter(({ label }) => normalForm(label).includes(words))
    .map(({ group, ...command }) => ({ ...command, group: translate(`palette.groups.${group}`) }));
  if (words === '') return { options: [...recent, ...matching], isSearching: false, isSure: true };

  const isSettled = searched === typed;
  const records: Option[] = found.flatMap(({ resource, q, records: hits }) =>
    hits.map(record => {
      const definition = definitionOf(resource) ?? { name: resource };
      return {
        key: `${resource} ${record.id}`,
        group: labelOf(resource),
        label: nameOf(record, definition) ?? String(record.id),
        ...factsOf(resource, record, t, now),
        to: pageOf(record, resource, definition, createPath) ?? listPath(resource, { q }),
      };
    }),
  );
  /** Where a search has failed, the list can be tried. */
  const isEmpty = (resource: string) =>
    found.some(one => one.resource === resource && one.records.length === 0);
  const lists: Option[] = targets
    .filter(({ resource }) => ![...unsearched, CODES].includes(resource) && !isEmpty(resource))
    .map(({ resource, q }) => ({
      key: `in ${resource}`,
      group: translate('palette.groups.lists'),
      label: translate('palette.searchIn', { label: labelOf(resource), q }),
      to: listPath(resource, { q }),
    }));
  const isWords = detect(typed)?.kind === 'words';
  return {
    options: [
      ...(isWords ? [...matching, ...records] : [...records, ...matching]),
      ...(isSearching || detected?.kind === 'id' ? [] : lists),
    ],
    isSearching: isSearching || !isSettled,
    isSure: (isWords && matching.length > 0) || (isSettled && isFirstFound),
    ...(detected && detected.kind !== 'words' && { kind: detected.kind }),
  };
};

const useRecentOptions = (): Option[] => {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const definitionOf = useDefinitionOf();
  const isOpen = useIsOpen();
  const { pathname } = useLocation();
  return useRecent().flatMap(({ resource, id, label }) => {
    const definition = definitionOf(resource);
    const to = definition && pageOf({ id }, resource, definition, createPath);
    if (!to || !isOpen(resource) || pathname.startsWith(to)) return [];
    return {
      key: `recent ${resource} ${id}`,
      group: translate('palette.groups.recent'),
      label,
      facts: [translate(`resources.${resource}.name`, { smart_count: 1 })],
      to,
    };
  });
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
  const definitionOf = useDefinitionOf();
  const lookUp = useLookUp();
  const isOpen = useIsOpen();
  const targets = (detected?.targets ?? []).filter(
    ({ resource }) => definitionOf(resource) && isOpen(definitionOf(resource)?.name ?? ''),
  );
  return useQueries({
    queries: targets.map(target => ({
      queryKey: ['palette', detected?.kind, target.resource, target.q],
      queryFn: () => lookUp(detected?.kind ?? 'words', target),
      staleTime: 30_000,
      retry: false,
    })),
    combine: results => {
      const first = results.findIndex(({ data }) => data && data.records.length > 0);
      const before = first < 0 ? results : results.slice(0, first);
      return {
        targets,
        found: results.flatMap(({ data }) => data ?? []),
        isSearching: results.some(({ isPending }) => isPending),
        isFirstFound: !before.some(({ isPending }) => isPending),
      };
    },
  });
};
