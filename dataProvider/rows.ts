import type { ActionNames } from '#contract/entity.ts';
import type { ActionName, FunctionName } from '#contract/index.ts';

/** An action and the name its payload gives to the record's id; there are five of them. */
type ById<A extends string> = readonly [action: A, idName: string];

export interface ResourceActions<F extends FunctionName, A extends string = ActionName<F>> {
  function: F;
  getList: A;
  /** The field the calls name a record by, where that is not `_id`. */
  idField?: string;
  getOne?: ById<A>;
  /** An action for many ids; without it the ids go into the list's filter. */
  getMany?: A;
  /** The part of the filter that belongs into the payload itself: the owner of the records. */
  owner?: string;
  create?: A;
  /** `within`: the payload's key that holds the changes; otherwise they stand beside the id. */
  update?: readonly [...ById<A>, within?: string];
  delete?: ById<A>;
  /** Sets one field: `{[idName], field, value}`; without it the field is set by an update. */
  setField?: ById<A>;
  /** Sets the state, where that is an action of its own: `{[idName], status}`. */
  setStatus?: ById<A>;
  /** Sets the recommended flag: `{[idName], isRecommend}`. */
  setRecommend?: ById<A>;
  /** Sets the order of several records: `{items: [{_id, sort}]}`. */
  setOrder?: A;
  /** The status of a deleted record that is kept for a while. */
  trashed?: string;
  /** The order of a list for which none is asked, where that is the newest first. */
  isByTime?: boolean;
  /** The fields that create and update may send. */
  writable: readonly string[];
  /** Further fields that only create sends. */
  creatable?: readonly string[];
}

/** An entity, as far as its row needs it. */
export interface Listed {
  function: string;
  names: ActionNames;
  fields: object;
  creatable: readonly string[];
  sorts: readonly string[];
}

/** The row of an entity, with the actions that its declaration names. */
export const ofEntity = (of: Listed): ResourceActions<never> => {
  const { list, get, getMany, create, update, delete: remove, ...sets } = of.names;
  const byId = (named: { name: string; id: string } | undefined) => named && [named.name, named.id];
  return {
    function: of.function,
    getList: list.name,
    getOne: byId(get),
    getMany: getMany?.name,
    create: create?.name,
    update: update && [update.name, update.id, update.within],
    delete: byId(remove),
    setField: byId(sets.setField),
    setStatus: byId(sets.setStatus),
    setRecommend: byId(sets.setRecommend),
    setOrder: sets.setOrder?.name,
    isByTime: of.sorts[0] === 'createTime',
    writable: Object.keys(of.fields),
    creatable: of.creatable,
  } as unknown as ResourceActions<never>;
};

/** By the names of react-admin's resources. */
export type Rows = Readonly<Record<string, ResourceActions<FunctionName, string>>>;
