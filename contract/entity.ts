import {
  type Action,
  type Choice,
  deleted,
  lazily,
  listInput,
  listOutput,
  range,
  type unsearchedListInput,
} from './action.ts';
import type { Fields, OptionalField } from './field.ts';
import { normalForm } from './normalForm.ts';
import type { DeclaredRight } from './rights/demands.ts';
import { areaOfKind, isRight, type Kind } from './rights/rights.ts';
import { sorted, sortItems } from './sorting.ts';
import type { Transitions } from './states.ts';
import { about, author, id, idemKey, recordFields, rev, z } from './zod.ts';

/** An action's name, and a payload that answers code 0 on fresh demo data. */
interface Named<N extends string = string> {
  name: N;
  example: object;
  /** Where it takes another right than that of the kind's area to read or to write. */
  right?: DeclaredRight<never>;
  asksFactor?(input: never): boolean;
}

/** An action on one record; `id` is what its payload calls the record's id. */
interface NamedById<N extends string = string, K extends string = string> extends Named<N> {
  id: K;
}

/** The actions that entities have in common. */
export interface ActionNames {
  list: Named;
  get?: NamedById;
  /** Many by `{ids}`, without filter and pages. */
  getMany?: Named;
  create?: Named;
  /** `within`: the key that holds the changes and their `rev`; without it they stand beside the id. */
  update?: NamedById & { within?: string };
  delete?: NamedById;
  /** Sets one of `fields`: `{<id>, field, value, rev?}`. */
  setField?: NamedById & { fields: readonly string[] };
  /** `{<id>, isRecommend, rev?}`. */
  setRecommend?: NamedById;
  /** `{<id>, status, rev?}`. */
  setStatus?: NamedById;
  /** The order of several: `{items: [{_id, sort}]}`. */
  setOrder?: Named;
}

/** What people call the fields of a record, by their paths. */
export type Labels = Readonly<Record<string, string>>;

/** What an entity is made of; see `entity`. */
export interface Declaration {
  /** Singular; names a record in the audit log, and says which area of rights its actions belong to. */
  kind: Kind;
  /** What people call one record of it, and so its resource. */
  name: string;
  /** The cloud function that has its actions. */
  function: string;
  collection: string;
  /** What the audit log calls its own actions that write; those that entities have in common follow from its name. */
  words?: Readonly<Record<string, string>>;
  /** Its list can be exported, with all that `fields` and the columns of every record hold. */
  isExported?: true;
  /** What an administrator may write; without it the system makes the records, and they have no author. */
  fields?: Fields;
  /** What only creating a record sets. */
  fixed?: Fields;
  /** What a record holds besides: counters, states with actions of their own, what follows from other fields. */
  also?: z.ZodRawShape;
  /** What opening one answers besides. */
  details?: z.ZodRawShape;
  /** What creating and updating take besides, which no record holds as it is sent. */
  creates?: z.ZodRawShape;
  updates?: z.ZodRawShape;
  /** What people call that which is `labelled` nowhere, by its path: parts of fields (`stats.useCount`), filters. */
  labels?: Labels;
  /** What its list may be narrowed by; `ids` always. */
  filter: z.ZodRawShape;
  /** What its list may be ordered by; where nothing is asked for, by the first one, descending. */
  sorts: readonly [string, ...string[]];
  /** The fields that the list's `q` looks into, the best results first; true where the function knows what it finds. */
  search?: readonly [string, ...string[]] | true;
  /** Fields of which no two records may have the same, as an index's keys. */
  unique?: readonly string[];
  /**
   * The name that people type, of which no two records may have what looks the same; as `'templateId name'` among those
   * with the same template. Its normal form is stored, `norm`, and has the index.
   */
  uniqueName?: string;
  /**
   * What lists do not show and so neither read nor send, as paths, also of large fields that only the server knows. Each that
   * is shown elsewhere has a default, which a list's rows hold; only what the system writes, because forms start from rows.
   */
  unlisted?: readonly string[];
  /** Where every list of it asks for this field first, which its indexes then begin with. */
  listedBy?: string;
  /**
   * Indexes besides those that its filter, sorts and search need: `'status -sort'`. Where one of them has the state
   * beside a field, as `'type status -createTime'` or `'status -payTime'`, the field needs none without it: `byStates`.
   */
  indexes?: readonly string[];
  /** Filters without an index of their own: the function asks for something besides that has one. */
  narrowing?: readonly string[];
  /** The values of `status`, where the list counts its records by them. */
  states?: Readonly<Record<string, Choice>>;
  /** For each state, those it may move to. */
  transitions?: Transitions<string>;
  actions: ActionNames;
}

type NoShape = Record<never, never>;
type Given<T, Otherwise> = T extends undefined ? Otherwise : T;
type Part<D, K extends string, Otherwise> = D extends { [P in K]: infer T }
  ? Given<T, Otherwise>
  : Otherwise;
type Flat<T> = { [K in keyof T]: T[K] };

type Changeable<D extends Declaration> = Part<D, 'fields', NoShape>;
type Writable<D extends Declaration> = Flat<Changeable<D> & Part<D, 'fixed', NoShape>>;
type Inputs<F> = { [K in keyof F]: F[K] extends { input: infer I } ? I : never };
type Stored<F> = { [K in keyof F]: F[K] extends { stored: infer S } ? S : never };
type CreateInputs<F> = {
  [K in keyof F]: F[K] extends OptionalField<infer I>
    ? z.ZodOptional<I>
    : F[K] extends { input: infer I }
      ? I
      : never;
};
/** The values that creating may leave out. */
export type DefaultsOf<D extends Declaration> = {
  [
    K in keyof Writable<D> as Writable<D>[K] extends OptionalField ? K : never
  ]: Writable<D>[K] extends {
    initialValue: infer V;
  }
    ? V
    : never;
};

/** What the system writes of a new record where nothing else is known: the values that its schemas give by themselves. */
type BlankOf<D extends Declaration> = Flat<{
  [
    K in keyof Part<D, 'also', NoShape> as Part<D, 'also', NoShape>[K] extends
      | z.ZodDefault
      | z.ZodPrefault
      ? K
      : never
  ]: z.output<Part<D, 'also', NoShape>[K]>;
}>;

/** What most records call these; a declaration may say otherwise. */
export const commonLabels: Labels = {
  _id: '编号',
  createTime: '创建时间',
  updateTime: '更新时间',
  createBy: '创建人',
  updateBy: '更新人',
  status: '状态',
};

const authored = {
  createBy: author.nullable().default(null),
  updateBy: author.nullable().default(null),
};
type Authored<D extends Declaration> = D extends { fields: Fields } ? typeof authored : NoShape;

type Stripping<S> = S extends z.ZodRawShape ? z.ZodObject<S, z.core.$strip> : never;
export type RecordSchema<D extends Declaration> = Stripping<
  Flat<
    Omit<typeof recordFields, keyof Part<D, 'also', NoShape>> &
      Stored<Writable<D>> &
      Part<D, 'also', NoShape> &
      Authored<D>
  >
>;
type DetailSchema<D extends Declaration> = D extends { details: infer M extends z.ZodRawShape }
  ? Stripping<Flat<RecordSchema<D>['shape'] & M>>
  : RecordSchema<D>;
/** What names a record: of its own form where it says so. */
type Key<D extends Declaration> = Part<Part<D, 'also', NoShape>, '_id', typeof id>;
type Strict<S> =
  Flat<S> extends infer F extends z.ZodRawShape ? z.ZodObject<F, z.core.$strict> : never;
type CreateSchema<D extends Declaration> = Strict<
  CreateInputs<Writable<D>> &
    Part<D, 'creates', NoShape> & { idemKey: z.ZodOptional<typeof idemKey> }
>;
type Optional<S> = { [K in keyof S]: S[K] extends z.ZodType ? z.ZodOptional<S[K]> : never };
type Changes<D extends Declaration> = Optional<Inputs<Changeable<D>>> &
  Part<D, 'updates', NoShape> & { rev: typeof rev };
type UpdateSchema<D extends Declaration, U> = U extends {
  id: infer K extends string;
  within: infer W extends string;
}
  ? Strict<Record<K, typeof id> & Record<W, Strict<Changes<D>>>>
  : U extends { id: infer K extends string }
    ? Strict<Record<K, typeof id> & Changes<D>>
    : never;
type OptionalRev = { rev: z.ZodOptional<typeof rev> };
type ByIdAnd<K extends string, S> = Strict<Record<K, typeof id> & S & OptionalRev>;
type Filter<D extends Declaration> = Flat<D['filter'] & { ids: z.ZodArray<typeof id> }>;
type ListOutput<R> = R extends z.ZodType ? ReturnType<typeof listOutput<R>> : never;
type Listed<R> = R extends z.ZodType ? z.ZodObject<{ list: z.ZodArray<R> }, z.core.$strip> : never;
type ListSchema<D extends Declaration> = D extends { search: readonly string[] | true }
  ? ReturnType<typeof listInput<Filter<D>, D['sorts']>>
  : ReturnType<typeof unsearchedListInput<Filter<D>, D['sorts']>>;

type NameOf<D extends Declaration, K extends keyof ActionNames> = D['actions'][K] extends {
  name: infer N extends string;
}
  ? N
  : never;
type IdOf<D extends Declaration, K extends keyof ActionNames> = D['actions'][K] extends {
  id: infer I extends string;
}
  ? I
  : never;

type InputOf<D extends Declaration, F extends string> = F extends keyof Inputs<Writable<D>>
  ? Inputs<Writable<D>>[F]
  : Part<D, 'also', NoShape> extends Record<F, infer S>
    ? S
    : never;
type SetField<D extends Declaration, U> = U extends {
  id: infer K extends string;
  fields: readonly (infer F extends string)[];
}
  ? {
      [P in F]: Flat<
        Record<K, string> & { field: P; value: z.output<InputOf<D, P>>; rev?: number | undefined }
      >;
    }[F]
  : never;

/** The actions by their names, as if each were written out. */
export type EntityActions<D extends Declaration> = Flat<
  Record<NameOf<D, 'list'>, Action<ListSchema<D>, ListOutput<RecordSchema<D>>>> &
    Record<NameOf<D, 'get'>, Action<Strict<Record<IdOf<D, 'get'>, Key<D>>>, DetailSchema<D>>> &
    Record<NameOf<D, 'create'>, Action<CreateSchema<D>, RecordSchema<D>>> &
    Record<NameOf<D, 'update'>, Action<UpdateSchema<D, D['actions']['update']>, RecordSchema<D>>> &
    Record<NameOf<D, 'delete'>, Action<ByIdAnd<IdOf<D, 'delete'>, NoShape>, typeof deleted>> &
    Record<NameOf<D, 'getMany'>, Action<typeof byIds, Listed<RecordSchema<D>>>> &
    Record<
      NameOf<D, 'setField'>,
      Action<z.ZodType<SetField<D, D['actions']['setField']>>, RecordSchema<D>>
    > &
    Record<
      NameOf<D, 'setRecommend'>,
      Action<ByIdAnd<IdOf<D, 'setRecommend'>, { isRecommend: z.ZodBoolean }>, RecordSchema<D>>
    > &
    Record<
      NameOf<D, 'setStatus'>,
      Action<ByIdAnd<IdOf<D, 'setStatus'>, { status: InputOf<D, 'status'> }>, RecordSchema<D>>
    > &
    Record<NameOf<D, 'setOrder'>, Action<typeof sortItems, typeof sorted>>
>;

/** A record as the functions answer it and the screens hold it. */
export type RecordOf<E extends { record: z.ZodType }> = z.output<E['record']>;

const byIds = z.strictObject({ ids: z.array(id).max(100) });

const inputsOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input]));

/** What follows from a declaration. */
export interface EntityOf<D extends Declaration> {
  kind: D['kind'];
  name: string;
  /** Labels of all fields: the one source for screens, exports and the audit log. */
  labels: Labels;
  function: D['function'];
  collection: D['collection'];
  words: Readonly<Record<string, string>>;
  isExported: D extends { isExported: true } ? true : false;
  fields: Writable<D>;
  also: Part<D, 'also', NoShape>;
  sorts: D['sorts'];
  search: Part<D, 'search', undefined>;
  unlisted: readonly string[];
  states: Readonly<Record<string, Choice>> | undefined;
  transitions: Part<D, 'transitions', undefined>;
  /** The names of its actions. */
  names: D['actions'];
  /** As it is stored and shown; what it does not name never leaves the server. */
  record: RecordSchema<D>;
  /** As opening one answers it. */
  detail: DetailSchema<D>;
  defaults: DefaultsOf<D>;
  /** Each time anew: what `also` holds of a record to which nothing has happened yet. */
  blank: () => BlankOf<D>;
  /** What only creating takes, and no record holds as it is sent. */
  creatable: string[];
  /** The input schemas of the writable fields. */
  inputs: Flat<Inputs<Writable<D>>>;
  createInput: CreateSchema<D>;
  filter: Filter<D>;
  actions: EntityActions<D>;
  /** The fields that name pictures of ours. */
  pictures: (keyof Writable<D> & string)[];
  /** See `collections.ts`. */
  indexes: readonly (string | { unique: string })[];
  uniqueName: string | undefined;
  byStates: ByStates;
}

/** What `q` looks into, where the declaration says it. */
export const searchedFields = (search: Declaration['search']): readonly string[] =>
  typeof search === 'object' ? search : [];

/** Text is listed from its beginning, everything else from the greatest. */
const inOrder = (name: string, fields: Fields) =>
  fields[name]?.kind === 'text' ? name : `-${name}`;

/** What is stored beside these fields of a record whose name is unique. */
export const normOf = (
  { uniqueName }: Pick<Declaration, 'uniqueName'>,
  fields: object,
): { norm?: string } => {
  const name = (fields as Record<string, string | undefined>)[uniqueName?.split(' ').at(-1) ?? ''];
  return name === undefined ? {} : { norm: normalForm(name) };
};

/**
 * Each order, each filter in the first order, each search and each use of a file finds its records by an index. Of two
 * that differ only in the state, or in what stands behind the order, there is only the longer one.
 */
const indexesOf = (declared: Declaration, fields: Fields, record: z.ZodRawShape) => {
  const { filter, sorts, search, listedBy, narrowing = [], indexes = [], uniqueName } = declared;
  const unique = [
    ...(declared.unique ?? []),
    ...(uniqueName ? [uniqueName.replace(/\w+$/, 'norm')] : []),
  ];
  const listed = listedBy ? `${listedBy} ` : '';
  // A range needs the order that it is in itself.
  const filters = Object.keys(filter).filter(
    name =>
      name in record &&
      filter[name] !== range &&
      !unique.includes(name) &&
      !narrowing.includes(name),
  );
  const first = inOrder(sorts[0], fields);
  const isDeclared = (index: string) =>
    indexes.some(one => one === index || one.startsWith(`${index} +`));
  const withState = (index: string) => declared.states && !listedBy && isDeclared(index);
  return [
    ...unique.map(keys => ({ unique: keys })),
    ...new Set([
      ...(declared.fields ? ['unaudited.time'] : []),
      '-createTime',
      ...sorts
        .filter(name => name === sorts[0] || !withState(`status ${inOrder(name, fields)}`))
        .map(name => listed + inOrder(name, fields)),
      ...filters
        .filter(name => !withState(`${name} status ${first}`))
        // Ties are in the order of time: those with one value stand together as the list has them.
        .filter(
          name => !(sorts[0] === 'createTime' && withState(`status ${inOrder(name, fields)}`)),
        )
        .map(name => `${listed}${name} ${first}`)
        .filter(index => !isDeclared(index)),
      ...searchedFields(search)
        .slice(0, 1)
        .map(field => `grams ${declared.states ? '+status ' : ''}+${field}`),
      ...(picturesOf(fields).length ? ['files'] : []),
      ...indexes,
    ]),
  ];
};

/**
 * What has indexes only together with the state. A query for it alone names every state, so that the database merges
 * the parts of one index, each in the wanted order, as if there were an index without the state.
 */
export interface ByStates {
  states: readonly string[];
  /** The list's first order. */
  order: string;
  /** Fields with an index of a state's records in that order. */
  filters: readonly string[];
  /** Fields by which a state's records are ordered. */
  orders: readonly string[];
}

const byStatesOf = (
  { states, sorts }: Declaration,
  fields: Fields,
  indexes: readonly (string | { unique: string })[],
): ByStates => {
  const all = indexes.filter(one => typeof one === 'string').map(one => one.split(' '));
  const first = inOrder(sorts[0], fields);
  const plain = (name: string) => name.replace(/^-/, '');
  const isAlone = (name: string) => all.some(([key = '']) => plain(key) === name);
  const isListed = (name: string) => all.some(([key, order]) => key === name && order === first);
  const stated = states ? all : [];
  return {
    states: Object.keys(states ?? {}),
    order: sorts[0],
    filters: stated.flatMap(([name = '', state, order]) =>
      state === 'status' && order === first && !isListed(name) ? [name] : [],
    ),
    orders: stated.flatMap(([state, order = '']) =>
      state === 'status' && !isAlone(plain(order)) ? [plain(order)] : [],
    ),
  };
};

const labelsOf = ({ labels }: Declaration, fields: Fields, shape: z.ZodRawShape): Labels =>
  Object.fromEntries([
    ...Object.entries(shape).flatMap(([name, schema]) => {
      const { label = commonLabels[name] } = fields[name] ?? about.get(schema as z.ZodType) ?? {};
      return label ? [[name, label]] : [];
    }),
    ...Object.entries(labels ?? {}),
  ]);

const picturesOf = (fields: Fields) =>
  Object.keys(fields).filter(name => fields[name]?.kind === 'picture');

/** What a shape fills in where a record does not say it. */
export const blankOf = (also: z.ZodRawShape) =>
  Object.fromEntries(
    Object.entries(also).flatMap(([name, schema]) =>
      schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
        ? [[name, schema.parse(undefined)]]
        : [],
    ),
  );

/** What is worked out of a declaration when it is first asked for. */
interface Made {
  record: z.ZodObject;
  detail: z.ZodObject;
  indexes: readonly (string | { unique: string })[];
  labels: Labels;
  byStates: ByStates;
  inputs: Record<string, z.ZodType>;
  createInput: z.ZodObject;
  filter: z.ZodRawShape;
  actions: Record<string, Action>;
}

const actionsOf = (declared: Declaration, made: Made): Record<string, Action> => {
  const { kind, fields = {}, also = {}, updates = {}, actions: names } = declared;
  const { get, update, setField } = names;
  const byId = (named: NamedById | undefined, more: z.ZodRawShape = {}) =>
    z.strictObject({ [named?.id ?? 'id']: id, ...more });
  const optionalRev = { rev: rev.optional() };
  const all = () => listInput(made.filter, declared.sorts);
  const list = () => (declared.search ? all() : all().omit({ q: true }));
  const one = () => z.strictObject({ [get?.id ?? 'id']: also['_id'] ?? id });
  const changes = () => ({ ...z.strictObject(inputsOf(fields)).partial().shape, ...updates, rev });
  const within = (name: string) => ({ [name]: z.strictObject(changes()) });
  const changed = () => byId(update, update?.within ? within(update.within) : changes());
  const settable = (name: string) => made.inputs[name] ?? also[name] ?? z.never();
  const byField = (name: string) =>
    byId(setField, { field: z.literal(name), value: settable(name), ...optionalRev });
  const anyField = () =>
    z.discriminatedUnion('field', (setField?.fields.map(byField) ?? []) as never);
  const recommend = () => byId(names.setRecommend, { isRecommend: z.boolean(), ...optionalRev });
  const status = () => byId(names.setStatus, { status: settable('status'), ...optionalRev });
  const record = () => made.record;
  type Common = [effect: Action['effect'], input: () => z.ZodType, output: () => z.ZodType];
  const common: Record<keyof ActionNames, Common> = {
    list: ['read', list, () => listOutput(made.record)],
    get: ['read', one, () => made.detail],
    getMany: ['read', () => byIds, () => z.object({ list: z.array(made.record) })],
    create: ['write', () => made.createInput, record],
    update: ['write', changed, record],
    delete: ['write', () => byId(names.delete, optionalRev), () => deleted],
    setField: ['write', anyField, record],
    setRecommend: ['write', recommend, record],
    setStatus: ['write', status, record],
    setOrder: ['write', () => sortItems, () => sorted],
  };
  const actions: Record<string, Action> = {};
  for (const [key, [effect, input, output]] of Object.entries(common)) {
    const named = names[key as keyof ActionNames];
    if (!named) continue;
    const { name, example, asksFactor } = named;
    const right = named.right ?? `${areaOfKind[kind]}.${effect}`;
    if (typeof right === 'string' && !isRight(right))
      throw new Error(
        `${declared.function}.${name} takes no right: give \`${kind}\` an area with \`${effect}\` in contract/rights/rights.ts.`,
      );
    const asking = asksFactor && { asksFactor: asksFactor as Action['asksFactor'] & {} };
    const plain = { access: 'admin' as const, effect, right, example, ...asking };
    actions[name] = lazily(plain, { input, output });
  }
  return actions;
};

/**
 * Everything that follows from what one kind of record is: its stored shape, what may be written, found and ordered,
 * and the actions that all entities have. Actions of its own stand beside, in the function's list of actions.
 *
 * Values that creating may leave out are no part of the schemas: inside a partial update zod would fill them in and
 * undo what is stored. `defaults` has them.
 */
export const entity = <const D extends Declaration>(declared: D): EntityOf<D> => {
  const { fields = {}, fixed = {}, also = {}, details = {}, creates = {} } = declared;
  const writable: Fields = { ...fields, ...fixed };
  const optional = Object.entries(writable).filter(([, one]) => 'initialValue' in one) as [
    string,
    OptionalField,
  ][];
  const defaults = Object.fromEntries(
    optional.map(([name, { initialValue }]) => [name, initialValue]),
  );

  const made: Made = lazily<object, Made>(
    {
      kind: declared.kind,
      name: declared.name,
      function: declared.function,
      collection: declared.collection,
      words: declared.words ?? {},
      isExported: declared.isExported ?? false,
      fields: writable,
      also,
      sorts: declared.sorts,
      states: declared.states,
      transitions: declared.transitions,
      search: declared.search,
      unlisted: declared.unlisted ?? [],
      names: declared.actions,
      defaults,
      blank: () => blankOf(also),
      creatable: Object.keys(creates),
      pictures: picturesOf(writable),
      uniqueName: declared.uniqueName,
    },
    {
      record: () =>
        z.object({
          ...recordFields,
          ...Object.fromEntries(
            Object.entries(writable).map(([name, { stored }]) => [name, stored]),
          ),
          ...also,
          ...(declared.fields && authored),
        }),
      detail: () => made.record.extend(details),
      indexes: () => indexesOf(declared, writable, made.record.shape),
      labels: () => labelsOf(declared, writable, made.detail.shape),
      byStates: () => byStatesOf(declared, writable, made.indexes),
      inputs: () => inputsOf(writable),
      createInput: () =>
        z.strictObject({
          ...Object.fromEntries(
            Object.entries(made.inputs).map(([name, input]) => [
              name,
              name in defaults ? input.optional() : input,
            ]),
          ),
          ...creates,
          idemKey: idemKey.optional(),
        }),
      filter: () => ({ ids: z.array(id).max(100), ...declared.filter }),
      actions: () => actionsOf(declared, made),
    },
  );
  return made as unknown as EntityOf<D>;
};
