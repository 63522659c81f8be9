import { type RaRecord, useCreatePath, useResourceDefinitions, useTranslate } from 'react-admin';
import { listSearch } from '../../kit/base/listSearch.ts';
import { detect } from './detect.ts';
import { type PaletteActions, usePaletteCommands } from './usePaletteCommands.ts';
import { usePaletteRecords } from './usePaletteRecords.ts';

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
const hintSources = ['orderNo', 'printNo', 'openid', 'subtitle', 'phoneTail', 'codeMask'];
/** What a record without a name of its own goes by. */
const nameSources = ['name', 'word', 'nickName', 'orderNo', 'printNo', 'codeMask', 'title'];

const firstText = (record: RaRecord, sources: readonly string[], not = '') =>
  sources
    .map(source => record[source] as unknown)
    .find((value): value is string => typeof value === 'string' && value !== '' && value !== not);

const nameOf = (record: RaRecord) => firstText(record, nameSources) ?? String(record.id);

/** All options for the typed text, best first. */
export const usePaletteOptions = (typed: string, searched: string, actions: PaletteActions) => {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const definitions = useResourceDefinitions();
  const commands = usePaletteCommands(actions);
  const detected = detect(searched);
  const { targets, found, isSearching } = usePaletteRecords(detected);
  const words = typed.trim().toLowerCase();
  const labelOf = (resource: string) => translate(`resources.${resource}.name`, { smart_count: 1 });

  const matching: Option[] = commands
    .filter(({ label }) => label.toLowerCase().includes(words))
    .map(({ group, ...command }) => ({ ...command, group: translate(`palette.groups.${group}`) }));
  if (words === '' || !detected) return { options: matching, isSearching: false };

  const listPath = (resource: string, q: string) => `/${resource}${listSearch({ filter: { q } })}`;
  const records: Option[] = found.flatMap(({ resource, q, records: hits }) =>
    hits.map(record => {
      const label = nameOf(record);
      const hint = firstText(record, hintSources, label);
      return {
        key: `${resource} ${record.id}`,
        group: labelOf(resource),
        label,
        ...(hint && { hint }),
        to: definitions[resource]?.hasEdit
          ? createPath({ resource, type: 'edit', id: record.id })
          : listPath(resource, q),
      };
    }),
  );
  const lists: Option[] = targets.map(({ resource, q }) => ({
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
