import type { DataProvider, GetListParams, Identifier, RaRecord, SortPayload } from 'react-admin';
import { MAX_PAGE_SIZE, MAX_TOTAL, texts } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import type { SignedForRole } from '#contract/signedUrl.ts';
import { ActionFailure, type CallOptions, type Invoke } from './invoke.ts';
import { createPages, type PageRequest, type PageStorage, type WireList } from './pages.ts';
import type { Rows } from './rows.ts';
import { equal, sameValue } from './sameValue.ts';
import { createTabCounts, mayChange } from './tabCounts.ts';
import type { WaitingSaves } from './waitingSaves.ts';

/** The stored shape: `_id` on the wire, `id` in react-admin. */
type Wire = { _id: string } & Record<string, unknown>;

/** A record as react-admin holds it. */
const toRecord = <R extends RaRecord = RaRecord>({ _id, ...fields }: Wire) =>
  ({ id: _id, ...fields }) as unknown as R;

/** The same for resources whose calls name records by another field. */
const named = (idField: string | undefined) => (record: Wire) =>
  idField ? { ...toRecord(record), id: record[idField] as Identifier } : toRecord(record);

/** Of a read: `quiet` for a look that nobody asked for. */
interface Meta {
  quiet?: boolean;
}

export interface SetFieldParams {
  id: Identifier;
  field: string;
  value: unknown;
  /** The expected version; without it the last write wins. */
  rev?: number;
  /** What the field was at that version; without it, every newer version is a conflict. */
  previousValue?: unknown;
}

/** react-admin's methods, the two calls that set a single field, and any action of a function by its name. */
export interface AdminDataProvider extends DataProvider {
  setField: (resource: string, params: SetFieldParams) => Promise<{ data: RaRecord }>;
  setRecommend: (
    resource: string,
    params: { id: Identifier; isRecommend: boolean },
  ) => Promise<{ data: RaRecord }>;
  /** Returns the number of moved records. */
  setOrder: (
    resource: string,
    items: readonly { id: Identifier; sort: number }[],
  ) => Promise<{ data: { updated: number } }>;
  /** The counts of tabs are asked for with the next list, as after every change. */
  forgetCounts: () => void;
  /** Answers what the action does, typed by the contract. @throws ActionFailure, SignedOutError, PlatformFailure */
  invoke: Invoke;
}

/** Calling a method without an action is a programming error. */
const required = <T>(value: T | undefined, resource: string, method: string): T => {
  if (value === undefined) throw new Error(`资源「${resource}」没有 ${method} 接口`);
  return value;
};

const pick = (data: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.filter(key => data[key] !== undefined).map(key => [key, data[key]]));

/** How often a save is repeated for a record that others keep changing. */
const MERGES = 3;

const failedWith = (error: unknown, code: number): error is ActionFailure =>
  error instanceof ActionFailure && error.body.code === code;

/** A list was asked for in an order, or by a filter, that the contract does not have for it. */
export const isRefusedQuestion = (error: unknown): error is ActionFailure =>
  failedWith(error, codes.invalidInput);

/** Why, with the field's name for who develops. */
const refusal = ({ body, message }: ActionFailure) => {
  const fields = Object.keys(body.errors ?? {});
  const parts = ['sort', 'filter', 'q'];
  const part = parts.find(one => fields.some(field => field.split('.')[0] === one));
  const sentence = part ? texts[part === 'sort' ? 'notSortable' : 'notFilterable'] : message;
  return import.meta.env?.DEV ? `${sentence}（${fields.join(', ')}）` : sentence;
};

/** Requests with one key: where another was carried out with it, the one that it was. */
const carriedOut = async <A, R>(requests: A[], send: (request: A) => Promise<R>): Promise<R> => {
  for (const [at, request] of requests.entries())
    try {
      return await send(request);
    } catch (error) {
      if (!failedWith(error, codes.repeated) || at === requests.length - 1) throw error;
    }
  throw new Error('nothing was asked for');
};

/** The stored version in a conflict. */
const currentOf = (error: unknown): RaRecord | undefined =>
  failedWith(error, codes.conflict) ? (error.body.current as RaRecord | undefined) : undefined;

const holds = (record: Record<string, unknown>, fields: Record<string, unknown>) =>
  Object.entries(fields).every(([field, value]) => sameValue(record[field], value));

/** The queue of saves while there is no network. */
export const saveKey = (resource: string, id: Identifier = 'new') => `${resource}/${id}`;

/** The owner of the records is not part of the filter but of the payload. */
const ofOwner = ({ filter, ...request }: PageRequest, owner: string | undefined): PageRequest => {
  if (!owner || filter?.[owner] === undefined) return { ...request, ...(filter && { filter }) };
  const { [owner]: id, ...others } = filter;
  return { ...request, [owner]: id, ...(Object.keys(others).length > 0 && { filter: others }) };
};

/** Whether there are further records behind a page of `MAX_PAGE_SIZE`. */
const goesOn = (
  { total, pageInfo }: { total?: number; pageInfo?: { hasNextPage: boolean } },
  page: number,
) => pageInfo?.hasNextPage ?? page * MAX_PAGE_SIZE < (total ?? 0);

/** `maxResults` of react-admin's own export. */
const MAX_EXPORTED = 1_000;

export interface DataProviderOptions {
  /**
   * Form saves and switches wait here for the network. Deletions do not: what was confirmed is done at once or not at
   * all.
   */
  saves?: Pick<WaitingSaves, 'send'>;
  /** Where the ends of pages are kept for the next time the page is loaded; by default they are forgotten then. */
  pages?: PageStorage;
  /** Gets the addresses of pictures that come with a list. */
  onPictures?: (pictures: SignedForRole[]) => void;
}

/**
 * Turns react-admin's methods into calls of the functions' actions (docs/specification.md#functions-and-actions); knows
 * nothing of HTTP or the SDK.
 *
 * A save may be repeated when it is not known whether it arrived: if the record already has the requested values, it is
 * a success, and others' changes to other fields are kept. What remains a conflict needs a decision.
 */
export const createProvider = (
  given: Invoke,
  rows: Rows,
  {
    saves = { send: (_key, call) => call() },
    pages,
    onPictures = () => undefined,
  }: DataProviderOptions = {},
): AdminDataProvider => {
  const actionsOf = (resource: string) => {
    const row = Object.hasOwn(rows, resource) && rows[resource];
    if (!row)
      throw new Error(`没有资源「${resource}」的接口，需要先加到 dataProvider/resources.ts`);
    return row;
  };

  /** react-admin's own default is `id`: of a list by time its time, which is the order of ids; others keep their own order. */
  const sortRequest = (resource: string, { field, order }: SortPayload) => {
    // An address may have none.
    const direction = String(order).toLowerCase();
    if (field !== 'id') return { sort: { field, order: direction } };
    const { isByTime } = actionsOf(resource);
    return isByTime && { sort: { field: 'createTime', order: direction } };
  };

  /** react-admin's filter as a list expects it: empty inputs are dropped, `q` is separate. */
  const listRequest = (
    resource: string,
    { pagination, sort, filter }: Partial<GetListParams>,
    extra = {},
  ): PageRequest & { q?: string } => {
    const { q, ...fields } = (filter ?? {}) as Record<string, unknown>;
    const chosen = Object.entries({ ...fields, ...extra }).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    );
    return {
      ...(pagination && {
        page: pagination.page,
        pageSize: Math.min(pagination.perPage, MAX_PAGE_SIZE),
      }),
      ...(sort && sortRequest(resource, sort)),
      ...(chosen.length > 0 && { filter: Object.fromEntries(chosen) }),
      ...(typeof q === 'string' && q.trim() !== '' && { q: q.trim() }),
    };
  };

  const readPage = createPages(pages);
  const tabCounts = createTabCounts();
  const invoke: Invoke = async (name, action, ...rest) => {
    try {
      return await given(name, action, ...rest);
    } finally {
      if (mayChange(action)) tabCounts.forget();
    }
  };
  const call = invoke as unknown as (
    name: string,
    action: string,
    data: object,
    options?: CallOptions,
  ) => Promise<unknown>;
  /** A read, by `meta.quiet` one that nobody asked for. */
  const look = (name: string, action: string, data: object, { quiet }: Meta = {}) =>
    quiet ? call(name, action, data, { quiet }) : call(name, action, data);

  /** Data of creations whose answer was lost, by key. */
  const unanswered = new Map<string, Record<string, unknown>[]>();

  /** The stored version of a conflict in react-admin's form. */
  const write = async (name: string, action: string, data: object) => {
    try {
      return { data: toRecord((await call(name, action, data)) as Wire) };
    } catch (error) {
      if (failedWith(error, codes.conflict) && error.body.current) {
        error.body.current = toRecord(error.body.current as Wire);
      }
      throw error;
    }
  };

  /**
   * `total` is left out of what has more than are counted; `pageInfo` then says whether the list goes on. Counts are asked
   * for with another filter, with a quiet look, and once what was answered last is old or something was changed here.
   */
  const getList = async (resource: string, request: PageRequest, meta?: Meta) => {
    const actions = actionsOf(resource);
    const asked = ofOwner(request, actions.owner);
    const { page = 1, pageSize, withCounts, withPictures: _pictures, after: _, ...list } = asked;
    const { sort: __, exactTotal: ___, ...filtered } = list;
    const counted = JSON.stringify([resource, filtered]);
    const known = withCounts && !meta?.quiet ? tabCounts.get(counted) : undefined;
    const keep = tabCounts.keeper(counted);
    if (known) delete asked.withCounts;
    if (meta?.quiet) delete asked.withPictures;
    const read = (one: PageRequest) =>
      look(actions.function, actions.getList, one, meta) as Promise<WireList>;
    const name = JSON.stringify([resource, pageSize, list]);
    const answer = await readPage(name, asked, read).catch((error: unknown) => {
      if (isRefusedQuestion(error)) error.message = refusal(error);
      throw error;
    });
    const { total, next, counts = known } = answer;
    if (answer.counts) keep(answer.counts);
    if (answer.pictures) onPictures(answer.pictures);
    return {
      data: answer.list.map(named(actions.idField)),
      ...(total > MAX_TOTAL && !request.exactTotal
        ? { pageInfo: { hasNextPage: next !== undefined, hasPreviousPage: page > 1 } }
        : { total }),
      ...(counts && { meta: { counts } }),
    };
  };

  /** As many as are asked for, also more than the server gives at once, but no more than react-admin's exporter takes. */
  const getPage = async (
    resource: string,
    request: PageRequest,
    { pagination, meta, signal }: Partial<GetListParams>,
  ) => {
    const { page = 1, perPage: asked = MAX_PAGE_SIZE } = pagination ?? {};
    const perPage = Math.min(asked, MAX_EXPORTED);
    if (perPage <= MAX_PAGE_SIZE) return getList(resource, request, meta);
    const start = (page - 1) * perPage;
    const skipped = start % MAX_PAGE_SIZE;
    let at = Math.floor(start / MAX_PAGE_SIZE) + 1;
    const first = await getList(resource, { ...request, page: at }, meta);
    const data = [...first.data];
    for (let last = first; goesOn(last, at) && data.length < skipped + perPage;) {
      at += 1;
      signal?.throwIfAborted();
      last = await getList(resource, { ...request, page: at }, meta);
      data.push(...last.data);
    }
    return { ...first, data: data.slice(skipped, skipped + perPage) };
  };

  const remove = async (resource: string, id: Identifier, rev?: unknown) => {
    const actions = actionsOf(resource);
    const [action, idName] = required(actions.delete, resource, 'delete');
    try {
      await call(actions.function, action, {
        [idName]: id,
        ...(typeof rev === 'number' && { rev }),
      });
    } catch (error) {
      if (failedWith(error, codes.notFound)) return;
      const kept =
        actions.trashed !== undefined &&
        failedWith(error, codes.stateNotAllowed) &&
        (await provider.getOne(resource, { id })).data;
      if (!kept || kept['status'] !== actions.trashed) throw error;
    }
  };

  const update = async (
    resource: string,
    id: Identifier,
    data: Record<string, unknown>,
    previous?: Record<string, unknown>,
  ) => {
    const actions = actionsOf(resource);
    const [action, idName, within] = required(actions.update, resource, 'update');
    // Without a version nobody has seen one: what is given is set on the stored record.
    const hasVersion = (data['rev'] ?? previous?.['rev']) !== undefined;
    const before = hasVersion ? { ...previous } : (await provider.getOne(resource, { id })).data;
    const changed = actions.writable.filter(key => !equal(data[key], before[key]));
    const wanted = pick(data, changed);
    const at = (rev: unknown) => {
      const updates = { rev, ...wanted };
      return write(actions.function, action, {
        [idName]: id,
        ...(within ? { [within]: updates } : updates),
      });
    };
    let rev = data['rev'] ?? before['rev'];
    for (let merges = 0; ; merges += 1) {
      try {
        return await at(rev);
      } catch (error) {
        const current = currentOf(error);
        if (!current) throw error;
        if (holds(current, wanted)) return { data: current };
        const clashes = Object.keys(wanted).some(
          field =>
            !sameValue(current[field], wanted[field]) && !sameValue(current[field], before[field]),
        );
        if (clashes || merges >= MERGES) throw error;
        rev = current['rev'];
      }
    }
  };

  /**
   * Sets one field, with or without a version; succeeds if the field has the value already, and again at the newer
   * version if only other fields have changed.
   */
  const setOne = async (
    resource: string,
    { id, field, value, rev, previousValue }: SetFieldParams,
    attempt: (rev: number | undefined) => Promise<{ data: RaRecord }>,
  ) => {
    let at = rev;
    for (let merges = 0; ; merges += 1) {
      try {
        return await attempt(at);
      } catch (error) {
        const current =
          currentOf(error) ??
          (failedWith(error, codes.stateNotAllowed)
            ? (await provider.getOne(resource, { id })).data
            : undefined);
        if (current && holds(current, { [field]: value })) return { data: current };
        const isUnchanged =
          previousValue !== undefined && sameValue(current?.[field], previousValue);
        if (!currentOf(error) || !isUnchanged || merges === MERGES) throw error;
        at = current?.['rev'] as number;
      }
    }
  };

  /** Applies what was typed since to the record made by an earlier attempt whose answer was lost. */
  const create = async (
    resource: string,
    data: Record<string, unknown>,
    idemKey: string | undefined,
  ) => {
    const actions = actionsOf(resource);
    const fields = pick(data, [...actions.writable, ...(actions.creatable ?? [])]);
    const earlier = (idemKey && unanswered.get(idemKey)) || [];
    const send = (asked: Record<string, unknown>) =>
      write(actions.function, required(actions.create, resource, 'create'), {
        ...asked,
        ...(idemKey && { idemKey }),
      });
    let made;
    try {
      made = await carriedOut([fields, ...earlier], send);
    } catch (error) {
      if (idemKey && !(error instanceof ActionFailure))
        unanswered.set(idemKey, [...earlier, fields]);
      throw error;
    }
    if (idemKey) unanswered.delete(idemKey);
    const typedSince = actions.writable.filter(
      field =>
        earlier.some(sent => !sameValue(sent[field], fields[field])) &&
        !sameValue(made.data[field], fields[field]),
    );
    if (typedSince.length === 0 || !actions.update) return made;
    const since = Object.fromEntries(typedSince.map(field => [field, fields[field] ?? null]));
    return update(resource, made.data.id, { ...made.data, ...since }, made.data);
  };

  const getMany = async (
    resource: string,
    ids: Identifier[],
    meta?: Meta,
  ): Promise<{ data: RaRecord[] }> => {
    const actions = actionsOf(resource);
    if (actions.idField && actions.getOne) {
      const found = await Promise.all(
        ids.map(id =>
          provider.getOne(resource, { id }).catch((error: unknown) => {
            if (failedWith(error, codes.notFound)) return null;
            throw error;
          }),
        ),
      );
      return { data: found.flatMap(one => one?.data ?? []) };
    }
    const pages = await Promise.all(
      chunks(ids, MAX_PAGE_SIZE).map(async some => {
        if (!actions.getMany)
          return getList(
            resource,
            { page: 1, pageSize: MAX_PAGE_SIZE, filter: { ids: some } },
            meta,
          );
        const { list } = (await look(actions.function, actions.getMany, { ids: some }, meta)) as {
          list: Wire[];
        };
        return { data: list.map(toRecord) };
      }),
    );
    return { data: pages.flatMap(page => page.data) };
  };

  const provider = {
    /** A page that is left waits for no answer; what was asked is asked for no further. */
    supportAbortSignal: true,

    invoke,

    forgetCounts: tabCounts.forget,

    getList: (resource: string, { signal, ...params }: GetListParams) =>
      unlessAborted(signal, () =>
        getPage(
          resource,
          {
            ...listRequest(resource, params),
            ...pick(params.meta ?? {}, ['withCounts', 'withPictures', 'exactTotal']),
          },
          { ...params, signal },
        ),
      ),

    getOne: (
      resource: string,
      { id, meta, signal }: { id: Identifier; meta?: Meta; signal?: AbortSignal },
    ) =>
      unlessAborted(signal, async () => {
        const actions = actionsOf(resource);
        if (!actions.getOne) return { data: await oneOfMany(resource, id, meta) };
        const [action, idName] = actions.getOne;
        const record = (await look(actions.function, action, { [idName]: id }, meta)) as Wire;
        return { data: named(actions.idField)(record) };
      }),

    getMany: (resource: string, { ids, signal }: { ids: Identifier[]; signal?: AbortSignal }) =>
      unlessAborted(signal, () => getMany(resource, ids)),

    getManyReference: (
      resource: string,
      { signal, ...params }: GetListParams & { target: string; id: Identifier },
    ) =>
      unlessAborted(signal, () =>
        getPage(resource, listRequest(resource, params, { [params.target]: params.id }), {
          ...params,
          signal,
        }),
      ),

    create: (
      resource: string,
      { data, meta }: { data: Record<string, unknown>; meta?: { idemKey?: string } },
    ) => {
      const { idemKey } = meta ?? {};
      const attempt = () => create(resource, data, idemKey);
      // Without a key a repeated creation could not be recognised.
      return idemKey ? saves.send(saveKey(resource), attempt) : attempt();
    },

    update: (
      resource: string,
      params: {
        id: Identifier;
        data: Record<string, unknown>;
        previousData?: Record<string, unknown>;
      },
    ) =>
      saves.send(saveKey(resource, params.id), () =>
        update(resource, params.id, params.data, params.previousData),
      ),

    updateMany: async (
      resource: string,
      { ids, data }: { ids: Identifier[]; data: Record<string, unknown> },
    ) => {
      const { setField, setStatus } = actionsOf(resource);
      const isAlone = (field: string) => setField ?? (field === 'status' ? setStatus : undefined);
      const alone = Object.entries(data).filter(([field]) => isAlone(field));
      const together = Object.fromEntries(
        Object.entries(data).filter(([field]) => !isAlone(field)),
      );
      await eachOf(ids, async id => {
        if (Object.keys(together).length > 0)
          await provider.update(resource, { id, data: together });
        for (const [field, value] of alone) await provider.setField(resource, { id, field, value });
      });
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
      await eachOf(ids, id => remove(resource, id));
      return { data: ids };
    },

    setField: (resource: string, params: SetFieldParams) => {
      const { id, field, value } = params;
      const actions = actionsOf(resource);
      const isState = field === 'status' && actions.setStatus;
      const [action, idName] = (isState || actions.setField) ?? [];
      const attempt = (rev: number | undefined) =>
        action && idName
          ? write(actions.function, action, {
              [idName]: id,
              ...(isState ? { status: value } : { field, value }),
              ...(rev !== undefined && { rev }),
            })
          : update(resource, id, { [field]: value, rev });
      return saves.send(saveKey(resource, id), () => setOne(resource, params, attempt));
    },

    setRecommend: (
      resource: string,
      { id, isRecommend }: { id: Identifier; isRecommend: boolean },
    ) => {
      const actions = actionsOf(resource);
      const [action, idName] = required(actions.setRecommend, resource, 'setRecommend');
      return saves.send(saveKey(resource, id), () =>
        write(actions.function, action, { [idName]: id, isRecommend }),
      );
    },

    setOrder: async (
      resource: string,
      items: readonly { id: Identifier; sort: number }[],
    ): Promise<{ data: { updated: number } }> => {
      const actions = actionsOf(resource);
      const action = required(actions.setOrder, resource, 'setOrder');
      let updated = 0;
      for (const some of chunks([...items], MAX_PAGE_SIZE)) {
        const ordered = { items: some.map(({ id, sort }) => ({ _id: id, sort })) };
        const answer = (await saves.send(saveKey(resource, 'order'), () =>
          call(actions.function, action, ordered),
        )) as { updated: number };
        updated += answer.updated;
      }
      return { data: { updated } };
    },
  };

  /** A record whose function only offers reading several. */
  const oneOfMany = async (resource: string, id: Identifier, meta?: Meta) => {
    const { data } = await getMany(resource, [id], meta);
    const [record] = data;
    if (!record) throw new ActionFailure({ code: codes.notFound, message: '' });
    return record;
  };

  return provider as unknown as AdminDataProvider;
};

/** Each of them, also behind one that is refused. @throws the first refusal */
const eachOf = async (ids: Identifier[], work: (id: Identifier) => Promise<unknown>) => {
  const refused: unknown[] = [];
  for (const id of ids) await work(id).catch((error: unknown) => refused.push(error));
  if (refused.length > 0) throw refused[0];
};

/** @throws what the signal was aborted with, also before the answer comes */
const unlessAborted = async <T>(signal: AbortSignal | undefined, read: () => Promise<T>) => {
  if (!signal) return read();
  signal.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([read(), aborted]);
};

const chunks = <T>(items: T[], size: number): T[][] =>
  items.length <= size
    ? [items]
    : Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
        items.slice(at * size, (at + 1) * size),
      );
