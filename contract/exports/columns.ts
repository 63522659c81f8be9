import type { Action, Actions, Choice } from '../action.ts';
import type { CollectionName } from '../collections.ts';
import { type ByStates, type Declaration, type Labels, searchedFields } from '../entity.ts';
import { about, z } from '../zod.ts';

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

/** How the file's head says what was filtered. */
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

interface ExportedList {
  /** The list's action: its filter selects the records, its output schema limits what is exported. */
  list: Action;
  collection: CollectionName;
  /** The fields searched by `q`; the same as in the list. */
  searched?: readonly string[];
  byStates?: ByStates;
}

export interface ExportableResource extends ExportedList {
  label: string;
  /** Default filter of the list. */
  assumed?: Record<string, unknown>;
  columns: readonly ExportColumn[];
  /** One entry for every filter of the list. */
  filters: Readonly<Record<string, ExportFilter>>;
  sums?: readonly ExportSum[];
}

/** What a list's labels and schemas do not say of its export, or say of something else. */
interface Particulars extends Pick<ExportableResource, 'assumed' | 'sums'> {
  /** What the file is called, where that is not the list's name. */
  label?: string;
  columns?: Readonly<Record<string, Partial<ExportColumn>>>;
  filters?: Readonly<Record<string, Partial<ExportFilter>>>;
}

export const nameOf = (of: CollectionName, field = 'name') =>
  ({ kind: 'name', of, field }) as const;

/** Ids of records for which screens show names: what their column is called, and what their filter shows. */
const ids: Readonly<Record<string, { column?: string; filter: Partial<ExportFilter> }>> = {
  userId: { column: '用户编号', filter: nameOf('users', 'nickName') },
  templateId: { column: '模板编号', filter: nameOf('templates') },
  categoryIds: { filter: nameOf('categories') },
  keywordIds: { filter: nameOf('keywords', 'word') },
  packageId: { filter: nameOf('packages') },
  orderId: { filter: { ...nameOf('orders', 'orderNo'), label: '订单号' } },
  sizeId: { column: '尺寸编号', filter: nameOf('printSizes') },
  sizeIds: { filter: nameOf('printSizes') },
  apiKeyId: { column: '密钥编号', filter: nameOf('apiKeys') },
};

/** The column beside a user's id where the record has no name: it is looked up. */
export const USER_NAME: ExportColumn = { path: 'names.userId', label: '昵称', kind: 'text' };

const schemaWithin = (schema: z.ZodType): z.ZodType => {
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional
  )
    return schemaWithin(schema.unwrap() as z.ZodType);
  // One or many.
  if (schema instanceof z.ZodUnion) return schemaWithin(schema.options[0] as z.ZodType);
  return schema;
};
const partOf = (schema: z.ZodType, name: string) =>
  schemaWithin((schemaWithin(schema) as z.ZodObject).shape[name] as z.ZodType);

const kinds: Readonly<Record<string, ExportColumn['kind']>> = {
  array: 'list',
  boolean: 'flag',
  literal: 'flag',
  number: 'number',
};
const kindOf = (path: string, schema: z.ZodType): ExportColumn['kind'] => {
  if (path.endsWith('Fen')) return 'fen';
  if (/(Time|Until)$/.test(path)) return 'time';
  return about.get(schema)?.choices ? 'choice' : (kinds[schema.type] ?? 'text');
};

/**
 * What is exported of a list: its labels and schemas say all that is not given here.
 * @param paths of its columns, between spaces
 */
export const exportOf = (
  { name, labels, ...list }: ExportedList & { name: string; labels: Labels },
  paths: string,
  { label = name, columns: own = {}, filters = {}, ...more }: Particulars = {},
): ExportableResource => {
  const described = (path: string, schema: z.ZodType, own: Partial<ExportFilter> = {}) => {
    const choices = about.get(schema)?.choices;
    const kind = own.kind ?? kindOf(path, schema);
    const heading = own.label ?? labels[path] ?? '';
    return {
      ...(choices && { choices }),
      ...own,
      kind,
      label: kind === 'fen' ? `${heading}（元）` : heading,
    } as ExportFilter;
  };
  const record = (partOf(list.list.output, 'list') as z.ZodArray).element as z.ZodType;
  const filter = partOf(list.list.input, 'filter') as z.ZodObject;
  const isNamed = paths.includes('userSnap.nickName');
  const columns = paths.split(/\s+/).flatMap(path => {
    const heading = ids[path]?.column;
    const said = own[path] ?? (heading && { label: heading });
    const column = {
      path,
      ...described(path, path.split('.').reduce(partOf, record), said || {}),
    } as ExportColumn;
    return path === 'userId' && !isNamed ? [column, USER_NAME] : [column];
  });
  const ofColumns: Record<string, ExportFilter> = Object.fromEntries(
    columns.map(({ path, ...column }) => [path, column]),
  );
  const ofFilters = Object.keys(filter.shape).map(name => {
    const said = filters[name] ?? ids[name]?.filter;
    return [name, (!said && ofColumns[name]) || described(name, partOf(filter, name), said)];
  });
  return { label, ...list, columns, filters: Object.fromEntries(ofFilters), ...more };
};

interface ExportedEntity {
  name: string;
  fields: object;
  labels: Labels;
  collection: string;
  search: Declaration['search'] | undefined;
  names: { list: { name: string } };
  actions: Actions;
  byStates: ByStates;
}

/**
 * The same of an entity, whose fields that administrators write follow the named ones.
 * @param more `without`: those of these fields that no column has, between spaces
 */
export const ofEntity = (
  { name, fields, labels, collection, search, names, actions, byStates }: ExportedEntity,
  paths: string,
  { without = '', ...more }: Particulars & { without?: string } = {},
): ExportableResource => {
  const said = new Set(`${paths} ${without}`.split(/\s+/).map(path => path.split('.')[0]));
  const others = Object.keys(fields).filter(field => !said.has(field));
  return exportOf(
    {
      name,
      labels,
      list: actions[names.list.name]!,
      collection: collection as CollectionName,
      searched: searchedFields(search),
      byStates,
    },
    [paths, ...others].join(' '),
    more,
  );
};
