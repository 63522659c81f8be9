import { Aggregator } from 'mingo';
import { PlatformError } from '../types.ts';
import { type Doc, isDoc, own, parseStored, requestFailed, type Value } from './ejson.ts';
import type { Table } from './planner.ts';
import type { FindRequest, Reader } from './reader.ts';
import { parseSort } from './sort.ts';

/** Stages that write, run code or need unsupported data. */
const REFUSED = new Set(['$out', '$merge', '$function', '$currentOp', '$collStats', '$indexStats']);

const SPEAKS_OF_PROTOTYPE = /(^|[.$])(__proto__|constructor|prototype)([.]|$)/;

/**
 * Runs a pipeline. Its leading filter, sort, skip and limit are answered by the indexes; the rest runs in memory with
 * mingo.
 */
export function aggregate(
  reader: Reader,
  tableOf: (name: string) => Table | undefined,
  table: Table,
  pipeline: Value[],
): Doc[] {
  const { request, used } = leadingFind(pipeline);
  const rest = pipeline.slice(used);
  const [next, last] = rest;
  if (rest.length === 2 && isDoc(next) && '$group' in next && isDoc(last) && '$limit' in last) {
    const groups = aggregate(reader, tableOf, table, pipeline.slice(0, -1));
    return groups.slice(0, whole('$limit', last.$limit!, 1));
  }
  const counted = rest.length === 1 && onlyMatches(request) ? countedField(next) : undefined;
  if (counted) {
    const groups = reader.countBy(table, request.query, counted.path);
    if (groups) return groups.map(({ value, count }) => ({ _id: value, [counted.as]: count }));
  }
  const isUnordered = request.sort === undefined && request.offset === undefined;
  if (rest.length === 1 && isDoc(next) && typeof next.$count === 'string' && isUnordered) {
    checkStage(next);
    const total = reader.count(table, request.query, request.limit);
    return total > 0 ? [{ [next.$count]: total }] : [];
  }
  const docs = reader.find(table, request).map(row => parseStored(row.text));
  while (joinOne(reader, tableOf, rest[0], docs)) rest.shift();
  if (rest.length === 0) return docs;
  return runPipeline(rest, docs, name => {
    const other = tableOf(name);
    return other ? reader.find(other, { query: {} }).map(row => parseStored(row.text)) : [];
  });
}

const onlyMatches = ({ sort, offset, limit }: FindRequest) =>
  sort === undefined && offset === undefined && limit === undefined;

/** The field and the count's name, for a `$group` that only counts documents by one field. */
function countedField(stage: Value | undefined): { path: string; as: string } | undefined {
  const group = isDoc(stage) && Object.keys(stage).length === 1 ? stage.$group : undefined;
  if (!isDoc(group) || Object.keys(group).length !== 2) return undefined;
  const { _id: by, ...rest } = group;
  const [[as, total] = ['', null]] = Object.entries(rest);
  const isCount = isDoc(total) && Object.keys(total).length === 1 && total.$sum === 1;
  if (!isCount || as.includes('.') || as.startsWith('$')) return undefined;
  if (typeof by !== 'string' || !/^\$[^$]/.test(by)) return undefined;
  checkStage(stage as Doc);
  return { path: by.slice(1), as };
}

/**
 * A `$lookup` of equal plain values, by an index of the other collection, or of a pipeline that knows nothing of the
 * document; false for any other stage.
 */
function joinOne(
  reader: Reader,
  tableOf: (name: string) => Table | undefined,
  stage: Value | undefined,
  docs: Doc[],
): boolean {
  const lookup = isDoc(stage) && Object.keys(stage).length === 1 ? stage.$lookup : undefined;
  if (!isDoc(lookup)) return false;
  if (Object.keys(lookup).length === 3) return joinPipeline(reader, tableOf, lookup, docs);
  if (Object.keys(lookup).length !== 4) return false;
  const { from, localField, foreignField, as } = lookup;
  const names = [from, foreignField, as];
  if (!names.every(name => typeof name === 'string' && /^[^$.]+$/.test(name))) return false;
  if (typeof localField !== 'string' || !/^[^$.]+([.][^$.]+)?$/.test(localField)) return false;
  const [collection, foreign, field] = names as [string, string, string];
  const values = docs.map(doc => localValues(doc, localField));
  const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  if (!values.every(all => all.every(isPlain))) return false;
  checkStage(stage as Doc);
  const other = tableOf(collection);
  docs.forEach((doc, at) => {
    const rows = (values[at] ?? []).flatMap(value =>
      other ? reader.find(other, { query: { [foreign]: value! } }) : [],
    );
    doc[field] = rows.map(row => parseStored(row.text));
  });
  return true;
}

/** The value of a field; of one in the documents of a list, that an earlier `$lookup` made, those of each. */
function localValues(doc: Doc, path: string): (Value | undefined)[] {
  const [name = '', inner] = path.split('.');
  const value = own(doc, name);
  if (inner === undefined) return [value];
  if (!Array.isArray(value)) return [undefined];
  return value.map(one => (isDoc(one) ? own(one, inner) : undefined));
}

function joinPipeline(
  reader: Reader,
  tableOf: (name: string) => Table | undefined,
  { from, pipeline, as }: Doc,
  docs: Doc[],
): boolean {
  if (typeof from !== 'string' || typeof as !== 'string' || !Array.isArray(pipeline)) return false;
  if (!/^[^$.]+$/.test(as)) return false;
  pipeline.forEach(checkStage);
  const other = tableOf(from);
  for (const doc of docs) doc[as] = other ? aggregate(reader, tableOf, other, pipeline) : [];
  return true;
}

/** The leading `$match`… `$sort` `$skip` `$limit`, in this order. */
function leadingFind(pipeline: Value[]): { request: FindRequest; used: number } {
  const matches: Doc[] = [];
  const request: FindRequest = { query: {} };
  let used = 0;
  const take = (name: string): Value | undefined => {
    const stage = pipeline[used];
    if (!isDoc(stage) || Object.keys(stage).length !== 1 || stage[name] === undefined)
      return undefined;
    used += 1;
    return stage[name];
  };
  for (let match = take('$match'); match !== undefined; match = take('$match')) {
    if (!isDoc(match)) throw requestFailed('the match filter must be an expression in an object');
    matches.push(match);
  }
  const sort = take('$sort');
  if (sort !== undefined) request.sort = parseSort(sort);
  const skip = take('$skip');
  if (skip !== undefined) request.offset = whole('$skip', skip, 0);
  const limit = take('$limit');
  if (limit !== undefined) request.limit = whole('$limit', limit, 1);
  request.query = matches.length === 1 ? matches[0]! : matches.length > 1 ? { $and: matches } : {};
  return { request, used };
}

function whole(stage: string, value: Value, least: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least)
    throw requestFailed(`${stage} must be a whole number of at least ${least}`);
  return value;
}

/** @param collection resolves the name in a `$lookup` */
export function runPipeline(
  pipeline: Value[],
  docs: Doc[],
  collection: (name: string) => Doc[] = () => [],
): Doc[] {
  pipeline.forEach(checkStage);
  try {
    const aggregator = new Aggregator(pipeline as Doc[], {
      scriptEnabled: false,
      collectionResolver: collection,
    });
    return aggregator.run<Doc>(docs).map(idFirst);
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    throw requestFailed(`Aggregation failed: ${(error as Error).message.slice(0, 300)}`);
  }
}

/** The server puts `_id` first, mingo keeps the order of insertion. */
function idFirst(doc: Doc): Doc {
  return Object.hasOwn(doc, '_id') ? { _id: doc._id!, ...doc } : doc;
}

function checkStage(stage: Value): void {
  if (!isDoc(stage) || Object.keys(stage).length !== 1)
    throw requestFailed('A pipeline stage must be an object with exactly one field.');
  checkNames(stage);
}

/** Strings in a stage become field names (`as`, `$count`, `$unwind`), so the same rules apply to them. */
function checkNames(value: Value): void {
  if (typeof value === 'string') {
    if (SPEAKS_OF_PROTOTYPE.test(value)) throw requestFailed('This field name is not allowed.');
  } else if (Array.isArray(value)) value.forEach(checkNames);
  else if (isDoc(value))
    for (const key of Object.keys(value)) {
      if (REFUSED.has(key)) throw requestFailed(`${key} is not supported.`);
      checkNames(key);
      checkNames(value[key]!);
    }
}
