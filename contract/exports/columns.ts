import type { Action, Actions, Choice } from '../action.ts';
import { enabledStatuses } from '../category.ts';
import type { CollectionName } from '../collections.ts';
import type { ByStates } from '../entity.ts';

/** How a value is written: fen as yuan, instants as Shanghai time, enumerations and codes of the audit log in words. */
export interface ExportColumn {
  /** Dotted path within the record as the list shows it. */
  path: string;
  label: string;
  kind: 'text' | 'number' | 'fen' | 'time' | 'flag' | 'list' | 'audit' | 'choice';
  choices?: Readonly<Record<string, Pick<Choice, 'label'>>>;
  /** One entry of a list, where it is not text. */
  item?: (value: unknown) => string;
}

/** How the file's head says what was filtered, where no column of the same path says it. */
export type ExportFilter =
  | Omit<ExportColumn, 'path'>
  /** The filter holds ids; people know the records by this field. */
  | { kind: 'name'; label: string; of: CollectionName; field: string };

/** What the file's head says about all rows, or about those of one status; the list shows the same above its rows. */
export interface ExportSum {
  label: string;
  /** The field that is summed, in fen; without it the rows are counted. */
  path?: string;
  status?: string;
}

export interface ExportableResource {
  label: string;
  /** The list's action: its filter selects the records, its output schema limits what is exported. */
  list: Action;
  collection: CollectionName;
  /** The field searched by `q`; the same as in the list. */
  searchField?: string | undefined;
  byStates?: ByStates;
  /** Default filter of the list. */
  assumed?: Record<string, unknown>;
  columns: readonly ExportColumn[];
  filters?: Readonly<Record<string, ExportFilter>>;
  sums?: readonly ExportSum[];
}

type Kind = Exclude<ExportColumn['kind'], 'choice'>;
const column =
  (kind: Kind) =>
  (path: string, label: string): ExportColumn => ({ path, label, kind });
export const text = column('text');
export const number = column('number');
export const yuan = column('fen');
export const time = column('time');
export const flag = column('flag');
export const auditWord = column('audit');
export const list = (
  path: string,
  label: string,
  item?: (value: unknown) => string,
): ExportColumn => ({
  path,
  label,
  kind: 'list',
  ...(item && { item }),
});
export const choice = (
  path: string,
  label: string,
  choices: Readonly<Record<string, Choice>>,
): ExportColumn => ({ path, label, kind: 'choice', choices });

export const nameOf = (label: string, of: CollectionName, field = 'name'): ExportFilter => ({
  kind: 'name',
  label,
  of,
  field,
});
export const ofUser = nameOf('用户', 'users', 'nickName');
export const ofTemplate = nameOf('模板', 'templates');

export const id = text('_id', '编号');
export const created = time('createTime', '创建时间');
export const updated = time('updateTime', '更新时间');
export const enabled = choice('status', '状态', enabledStatuses);

interface ListedEntity {
  collection: string;
  search: string | true | undefined;
  names: { list: { name: string } };
  actions: Actions;
  byStates: ByStates;
}

export const ofEntity = (
  label: string,
  { collection, search, names, actions, byStates }: ListedEntity,
  columns: readonly ExportColumn[],
  more: Pick<ExportableResource, 'assumed' | 'filters' | 'sums'> = {},
): ExportableResource => ({
  label,
  list: actions[names.list.name]!,
  collection: collection as CollectionName,
  searchField: typeof search === 'string' ? search : undefined,
  byStates,
  columns,
  ...more,
});
