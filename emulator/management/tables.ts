import type { Database } from '../database/database.ts';
import { type IndexConfig, PlatformError } from '../types.ts';
import { type Managed, notForPostgresql, ofEnvironment } from './environment.ts';
import { type Actions, missing, type Params } from './params.ts';

/** What is known of a collection beside the database. */
interface TableRecord {
  /** Epoch milliseconds from which it is shown. */
  shownFrom: number;
  /** Indexes that are being built: shown, and changed again, only from then on. */
  building?: { until: number; names: string[] };
  acl?: string;
}

const ACLS = ['READONLY', 'PRIVATE', 'ADMINWRITE', 'ADMINONLY'];
/** A collection without one: its owner reads and writes. */
const DEFAULT_ACL = 'PRIVATE';
const PAGE = 100;

/** Made with each collection, beside that of its ids. */
const OPENID: IndexConfig = { name: '_openid_1', keys: { _openid: 1 }, unique: false };
const MADE_BY_PLATFORM = 2;

export interface TableActionsOptions extends Managed {
  database: Database;
}

export interface Tables {
  actions: Actions;
  /** Access of a collection; undefined where there is none of this name. */
  aclOf(name: string): string | undefined;
  /** @throws PlatformError */
  setAcl(name: string, acl: string): void;
}

/** Collections, indexes and their access: `CreateTable`, `UpdateTable`, `DeleteTable`, `DescribeTable`, `ListTables`, `…DatabaseACL`. */
export function openTables(options: TableActionsOptions): Tables {
  const { environment, database, conditions, clock } = options;
  const tables = options.records<TableRecord>('table');

  const recordOf = (name: string): TableRecord => tables.get(name) ?? { shownFrom: 0 };
  const isShown = (name: string) => recordOf(name).shownFrom <= clock.now();

  const check = (params: Params) => {
    if (conditions.databases === 'postgresql') throw notForPostgresql();
    const connector = params.optionalObject('MongoConnector');
    const given = connector?.optionalText('DatabaseName') ?? params.optionalText('Tag');
    if (given !== undefined && given !== environment.databaseId)
      throw new PlatformError('ResourceNotFound.InstanceNotFound', `instance ${given} not found`);
  };

  const shown = (params: Params) => {
    check(params);
    const name = params.text('TableName');
    const state = database.collection(name);
    if (!state || !isShown(name))
      throw new PlatformError('ResourceNotFound.Table', `Table[${name}] not exists`);
    return state;
  };

  const isBuilding = (name: string) => (recordOf(name).building?.until ?? 0) > clock.now();

  const shownIndexes = (name: string, indexes: IndexConfig[]) => {
    const hidden = isBuilding(name) ? recordOf(name).building!.names : [];
    return indexes.filter(index => !hidden.includes(index.name));
  };

  const createTable = (params: Params) => {
    check(params);
    const name = params.text('TableName');
    if (database.collection(name))
      throw new PlatformError('ResourceUnavailable.ResourceExist', `Table[${name}] is existed`);
    if (database.collections().length >= conditions.limits.tables)
      throw new PlatformError('LimitExceeded.OutOfTableQuota', 'out of table quota');
    // Kept first, so that nothing is there without it after a crash.
    tables.put(name, { shownFrom: clock.now() + conditions.delays.table });
    try {
      database.addCollection(name);
    } catch (error) {
      tables.remove(name);
      throw error instanceof PlatformError
        ? new PlatformError('InvalidParameterValue', error.message)
        : error;
    }
    return {};
  };

  const deleteTable = (params: Params) => {
    const { name } = shown(params);
    database.removeCollection(name);
    tables.remove(name);
    return {};
  };

  const updateTable = (params: Params) => {
    const { name, indexes } = shown(params);
    if (isBuilding(name))
      throw new PlatformError('ResourceInUse.IndexCreating', `Table[${name}]: index is creating`);
    const drop = params.objects('DropIndexes').map(item => item.text('IndexName'));
    const wanted = params.objects('CreateIndexes').map(readIndex);
    for (const gone of drop)
      if (!indexes.some(index => index.name === gone))
        throw new PlatformError('FailedOperation', `index not found with name [${gone}]`);
    const kept = indexes.filter(index => !drop.includes(index.name));
    const create = wanted.filter(index => !isThere(kept, index));
    if (kept.length + create.length + MADE_BY_PLATFORM > conditions.limits.indexes)
      throw new PlatformError('LimitExceeded.OutOfIndexQuota', 'out of index quota');
    if (drop.length + create.length === 0) return {};
    try {
      database.changeIndexes(name, { drop, create });
    } catch (error) {
      if (!(error instanceof PlatformError) || !error.message.startsWith('E11000')) throw error;
      throw new PlatformError('FailedOperation', error.message);
    }
    const names = create.map(index => index.name);
    if (names.length > 0)
      tables.put(name, {
        ...recordOf(name),
        building: { until: clock.now() + conditions.delays.index, names },
      });
    return {};
  };

  const describeTable = (params: Params) => {
    const { name, indexes } = shown(params);
    const id: IndexConfig = { name: '_id_', keys: { _id: 1 }, unique: true };
    const list = [id, OPENID, ...shownIndexes(name, indexes)].map(index => ({
      Name: index.name,
      Size: 4096,
      Unique: index.unique === true,
      Keys: Object.entries(index.keys).map(([path, direction]) => ({
        Name: path,
        Direction: String(direction),
      })),
      Accesses: { Ops: 0, Since: new Date(recordOf(name).shownFrom).toISOString() },
    }));
    return { Indexes: list, IndexNum: list.length };
  };

  /** Of `DescribeTables`, which can also be asked for some by their names. */
  const listTables = (params: Params) => {
    check(params);
    const [offset, limit] = [
      params.optionalNumber('MgoOffset') ?? 0,
      params.optionalNumber('MgoLimit') ?? PAGE,
    ];
    const asked = params.texts('TableNames');
    const all = database
      .collections()
      .filter(({ name }) => isShown(name) && (asked.length === 0 || asked.includes(name)));
    const page = all.slice(offset, offset + limit).map(state => {
      const count = shownIndexes(state.name, state.indexes).length + MADE_BY_PLATFORM;
      return {
        TableName: state.name,
        Count: state.documents,
        Size: state.bytes,
        IndexCount: count,
        IndexSize: 4096 * count,
      };
    });
    return {
      Tables: page.length === 0 ? null : page,
      Pager: { Offset: offset, Limit: limit, Total: all.length },
    };
  };

  const aclOf = (name: string) =>
    database.collection(name) && isShown(name) ? (recordOf(name).acl ?? DEFAULT_ACL) : undefined;
  const setAcl = (name: string, acl: string) => {
    if (aclOf(name) === undefined)
      throw new PlatformError('ResourceNotFound', `Collection[${name}] not exists`);
    if (!ACLS.includes(acl))
      throw new PlatformError('InvalidParameter', `AclTag: ${acl} is not allowed`);
    tables.put(name, { ...recordOf(name), acl });
  };

  return {
    aclOf,
    setAcl,
    actions: ofEnvironment(environment, {
      'tcb.CreateTable': createTable,
      'tcb.UpdateTable': updateTable,
      'tcb.DeleteTable': deleteTable,
      'tcb.DescribeTable': describeTable,
      'tcb.ListTables': listTables,
      'tcb.DescribeTables': listTables,
      'tcb.DescribeDatabaseACL'(params) {
        const name = params.text('CollectionName');
        const acl = aclOf(name);
        if (acl !== undefined) return { AclTag: acl };
        throw new PlatformError('ResourceNotFound', `Collection[${name}] not exists`);
      },
      'tcb.ModifyDatabaseACL'(params) {
        setAcl(params.text('CollectionName'), params.text('AclTag'));
        return {};
      },
    }),
  };
}

function readIndex(params: Params): IndexConfig {
  const schema = params.optionalObject('MgoKeySchema');
  const keys = schema?.objects('MgoIndexKeys') ?? [];
  if (keys.length === 0) throw missing('MgoKeySchema.MgoIndexKeys');
  return {
    name: params.text('IndexName'),
    unique: schema?.optionalFlag('MgoIsUnique') === true,
    keys: Object.fromEntries(keys.map(key => [key.text('Name'), directionOf(key)])),
  };
}

function directionOf(key: Params): 1 | -1 {
  const given = key.text('Direction');
  if (given === '1' || given === '-1') return Number(given) as 1 | -1;
  throw new PlatformError('InvalidParameterValue', `Direction: ${given} is not supported here`);
}

/** @throws PlatformError when its name, or its keys, are those of a different index */
function isThere(indexes: IndexConfig[], wanted: IndexConfig): boolean {
  const text = ({ keys }: IndexConfig) => JSON.stringify(Object.entries(keys));
  return indexes.some(index => {
    const [sameName, sameKeys] = [index.name === wanted.name, text(index) === text(wanted)];
    if (sameName && sameKeys && (index.unique === true) === wanted.unique) return true;
    if (sameName || sameKeys)
      throw new PlatformError(
        'ResourceUnavailable.IndexOptionsConflict',
        `Index with name: ${index.name} already exists with different options`,
      );
    return false;
  });
}
