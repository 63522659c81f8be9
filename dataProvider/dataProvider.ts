import type { DataProvider, GetListParams, Identifier, RaRecord } from 'react-admin';
import { codes } from '#contract/envelope.ts';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { ActionFailure, type Invoke } from './invoke.ts';
import { type ResourceName, resources } from './resources.ts';

/** The stored shape: `_id` on the wire, `id` in react-admin. */
type Wire = { _id: string } & Record<string, unknown>;

/** A record in react-admin's hands. */
export const toRecord = <R extends RaRecord = RaRecord>({ _id, ...fields }: Wire) =>
  ({ id: _id, ...fields }) as unknown as R;

/** The same where the calls name records by another field of theirs. */
const named = (idField: string | undefined) => (record: Wire) =>
  idField ? { ...toRecord(record), id: record[idField] as Identifier } : toRecord(record);

export interface SetFieldParams {
  id: Identifier;
  field: string;
  value: unknown;
  /** Refused with a conflict if the record has moved on; without it the last one wins. */
  rev?: number;
}

/** react-admin's methods and the two single-field calls of SPEC §7. */
export interface AdminDataProvider extends DataProvider {
  setField: (resource: string, params: SetFieldParams) => Promise<{ data: RaRecord }>;
  setRecommend: (
    resource: string,
    params: { id: Identifier; isRecommend: boolean },
  ) => Promise<{ data: RaRecord }>;
  /** Answers how many records stand elsewhere now. */
  setOrder: (
    resource: string,
    items: readonly { id: Identifier; sort: number }[],
  ) => Promise<{ data: { updated: number } }>;
}

const actionsOf = (resource: string) => {
  if (!Object.hasOwn(resources, resource)) {
    throw new Error(
      `No actions for the resource "${resource}": add it to dataProvider/resources.ts`,
    );
  }
  return resources[resource as ResourceName] as {
    function: string;
    getList: string;
    idField?: string;
    getMany?: string;
    owner?: string;
    create?: string;
    setOrder?: string;
    writable: readonly string[];
    creatable?: readonly string[];
  } & Partial<
    Record<'getOne' | 'delete' | 'setField' | 'setRecommend', readonly [string, string]> & {
      update: readonly [string, string, within?: string];
    }
  >;
};

/** A method the back end has no action for is a mistake of the page, and says so. */
const required = <T>(value: T | undefined, resource: string, method: string): T => {
  if (value === undefined) throw new Error(`The resource "${resource}" has no ${method}`);
  return value;
};

const pick = (data: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.filter(key => data[key] !== undefined).map(key => [key, data[key]]));

const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

/** What a list carries of react-admin's filter: empty inputs are no filter, `q` has its own place. */
const listRequest = ({ pagination, sort, filter }: Partial<GetListParams>, extra = {}) => {
  const { q, ...fields } = (filter ?? {}) as Record<string, unknown>;
  const chosen = Object.entries({ ...fields, ...extra }).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  return {
    ...(pagination && {
      page: pagination.page,
      pageSize: Math.min(pagination.perPage, MAX_PAGE_SIZE),
    }),
    ...(sort &&
      sort.field !== 'id' && { sort: { field: sort.field, order: sort.order.toLowerCase() } }),
    ...(chosen.length > 0 && { filter: Object.fromEntries(chosen) }),
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.trim() }),
  };
};

/** Whose records are asked for is no filter of theirs, but a part of the question. */
const ofOwner = (
  { filter, ...request }: { filter?: Record<string, unknown> },
  owner: string | undefined,
) => {
  if (!owner || filter?.[owner] === undefined) return { ...request, ...(filter && { filter }) };
  const { [owner]: id, ...others } = filter;
  return { ...request, [owner]: id, ...(Object.keys(others).length > 0 && { filter: others }) };
};

/** Turns react-admin's methods into calls of the action-based functions (SPEC §7); knows nothing of HTTP or the SDK. */
export const createDataProvider = (invoke: Invoke): AdminDataProvider => {
  const call = invoke as unknown as (
    name: string,
    action: string,
    data: object,
  ) => Promise<unknown>;

  /** A conflict's other version speaks react-admin's language too. */
  const write = async (name: string, action: string, data: object) => {
    try {
      return { data: toRecord((await call(name, action, data)) as Wire) };
    } catch (error) {
      if (
        error instanceof ActionFailure &&
        error.body.code === codes.conflict &&
        error.body.current
      ) {
        error.body.current = toRecord(error.body.current as Wire);
      }
      throw error;
    }
  };

  const getList = async (resource: string, request: object) => {
    const actions = actionsOf(resource);
    const asked = ofOwner(request, actions.owner);
    const { list, total, counts } = (await call(actions.function, actions.getList, asked)) as {
      list: Wire[];
      total: number;
      counts?: Record<string, number>;
    };
    return {
      data: list.map(named(actions.idField)),
      total,
      ...(counts && { meta: { counts } }),
    };
  };

  const remove = async (resource: string, id: Identifier, rev?: unknown) => {
    const actions = actionsOf(resource);
    const [action, idName] = required(actions.delete, resource, 'delete');
    await call(actions.function, action, { [idName]: id, ...(typeof rev === 'number' && { rev }) });
  };

  const update = async (
    resource: string,
    id: Identifier,
    data: Record<string, unknown>,
    previous: Record<string, unknown> = {},
  ) => {
    const actions = actionsOf(resource);
    const [action, idName, within] = required(actions.update, resource, 'update');
    const changed = actions.writable.filter(key => differs(data[key], previous[key]));
    const updates = { rev: data['rev'] ?? previous['rev'], ...pick(data, changed) };
    return write(actions.function, action, {
      [idName]: id,
      ...(within ? { [within]: updates } : updates),
    });
  };

  const provider = {
    getList: (resource: string, params: GetListParams) =>
      getList(resource, {
        ...listRequest(params),
        ...(params.meta?.withCounts && { withCounts: true }),
      }),

    getOne: async (resource: string, { id }: { id: Identifier }) => {
      const actions = actionsOf(resource);
      if (!actions.getOne) return { data: await oneOfMany(resource, id) };
      const [action, idName] = actions.getOne;
      const record = (await call(actions.function, action, { [idName]: id })) as Wire;
      return { data: named(actions.idField)(record) };
    },

    getMany: async (resource: string, { ids }: { ids: Identifier[] }) => {
      const actions = actionsOf(resource);
      const pages = await Promise.all(
        chunks(ids, MAX_PAGE_SIZE).map(async some => {
          if (!actions.getMany) {
            return getList(resource, { page: 1, pageSize: MAX_PAGE_SIZE, filter: { ids: some } });
          }
          const { list } = (await call(actions.function, actions.getMany, { ids: some })) as {
            list: Wire[];
          };
          return { data: list.map(toRecord) };
        }),
      );
      return { data: pages.flatMap(page => page.data) };
    },

    getManyReference: (
      resource: string,
      params: GetListParams & { target: string; id: Identifier },
    ) => getList(resource, listRequest(params, { [params.target]: params.id })),

    create: async (
      resource: string,
      { data, meta }: { data: Record<string, unknown>; meta?: { idemKey?: string } },
    ) => {
      const actions = actionsOf(resource);
      return write(actions.function, required(actions.create, resource, 'create'), {
        ...pick(data, [...actions.writable, ...(actions.creatable ?? [])]),
        ...(meta?.idemKey && { idemKey: meta.idemKey }),
      });
    },

    update: (
      resource: string,
      params: {
        id: Identifier;
        data: Record<string, unknown>;
        previousData?: Record<string, unknown>;
      },
    ) => update(resource, params.id, params.data, params.previousData),

    updateMany: async (
      resource: string,
      { ids, data }: { ids: Identifier[]; data: Record<string, unknown> },
    ) => {
      for (const id of ids) {
        for (const [field, value] of Object.entries(data))
          await provider.setField(resource, { id, field, value });
      }
      return { data: ids };
    },

    delete: async (
      resource: string,
      { id, previousData }: { id: Identifier; previousData?: Record<string, unknown> },
    ) => {
      await remove(resource, id, previousData?.['rev']);
      return { data: { ...previousData, id } };
    },

    deleteMany: async (resource: string, { ids }: { ids: Identifier[] }) => {
      for (const id of ids) await remove(resource, id);
      return { data: ids };
    },

    setField: (resource: string, { id, field, value, rev }: SetFieldParams) => {
      const actions = actionsOf(resource);
      if (!actions.setField) return update(resource, id, { [field]: value, rev });
      const [action, idName] = actions.setField;
      return write(actions.function, action, {
        [idName]: id,
        field,
        value,
        ...(rev !== undefined && { rev }),
      });
    },

    setRecommend: (
      resource: string,
      { id, isRecommend }: { id: Identifier; isRecommend: boolean },
    ) => {
      const actions = actionsOf(resource);
      const [action, idName] = required(actions.setRecommend, resource, 'setRecommend');
      return write(actions.function, action, { [idName]: id, isRecommend });
    },

    setOrder: async (
      resource: string,
      items: readonly { id: Identifier; sort: number }[],
    ): Promise<{ data: { updated: number } }> => {
      const actions = actionsOf(resource);
      const action = required(actions.setOrder, resource, 'setOrder');
      let updated = 0;
      for (const some of chunks([...items], MAX_PAGE_SIZE)) {
        const answer = (await call(actions.function, action, {
          items: some.map(({ id, sort }) => ({ _id: id, sort })),
        })) as { updated: number };
        updated += answer.updated;
      }
      return { data: { updated } };
    },
  };

  /** A record whose function can only be asked for several. */
  const oneOfMany = async (resource: string, id: Identifier) => {
    const { data } = await provider.getMany(resource, { ids: [id] });
    const [record] = data;
    if (!record) throw new ActionFailure({ code: codes.notFound, message: '' });
    return record;
  };

  return provider as unknown as AdminDataProvider;
};

const chunks = <T>(items: T[], size: number): T[][] =>
  items.length <= size
    ? [items]
    : Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
        items.slice(at * size, (at + 1) * size),
      );
