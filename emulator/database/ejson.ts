import { PlatformError } from '../types.ts';

/** The values of a stored document. 64-bit integers have become numbers, object ids hex strings. */
export type Value = null | boolean | number | string | Date | RegExp | Value[] | Doc;
export interface Doc {
  [field: string]: Value;
}

/** MongoDB's own nesting limit. */
const MAX_DEPTH = 100;

/** Largest document, as on MongoDB: 16 MiB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Field names that would reach an object's prototype. Refused wherever a name or a path segment is read. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

export const requestFailed = (message: string) =>
  new PlatformError('DATABASE_REQUEST_FAILED', message);
export const invalidParam = (message: string) => new PlatformError('INVALID_PARAM', message);

export function isDoc(value: unknown): value is Doc {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !(value instanceof RegExp)
  );
}

/** An own field of the document, never an inherited one. */
export function own(doc: Doc, field: string): Value | undefined {
  return Object.hasOwn(doc, field) ? doc[field] : undefined;
}

/**
 * Reads the Extended JSON text the SDKs send, canonical or relaxed.
 * @param now epoch ms, for `db.serverDate()`
 */
export function parseEjson(text: string, now: number): Value {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalidParam('The request is not valid Extended JSON.');
  }
  return decode(json, now, 0);
}

export function parseEjsonObject(input: unknown, now: number): Doc {
  const value = typeof input === 'string' ? parseEjson(input, now) : decode(input, now, 0);
  if (!isDoc(value)) throw invalidParam('An object is expected.');
  return value;
}

/** Text written by this module: without checks, and mostly without wrapped values. */
export function parseStored(text: string): Doc {
  const json = JSON.parse(text) as Doc;
  return text.includes('{"$') ? (decode(json, 0, 0) as Doc) : json;
}

function decode(json: unknown, now: number, depth: number): Value {
  if (depth > MAX_DEPTH) throw requestFailed(`Nesting deeper than ${MAX_DEPTH} levels.`);
  switch (typeof json) {
    case 'string':
      return wellFormed(json);
    case 'number':
      return json === 0 ? 0 : json; // -0 arrives as 0, as on the platform
    case 'boolean':
      return json;
    case 'object': {
      if (json === null) return null;
      if (Array.isArray(json)) return json.map(item => decode(item, now, depth + 1));
      return decodeObject(json as Record<string, unknown>, now, depth);
    }
    default:
      return null;
  }
}

function decodeObject(json: Record<string, unknown>, now: number, depth: number): Value {
  const keys = Object.keys(json);
  const wrapper = keys[0];
  if (keys.length === 1 && wrapper?.startsWith('$')) {
    const value = decodeWrapper(wrapper, json[wrapper], now);
    if (value !== undefined) return value;
  }
  const doc: Doc = {};
  for (const key of keys) {
    checkFieldName(key);
    doc[wellFormed(key)] = decode(json[key], now, depth + 1);
  }
  return doc;
}

/** `undefined` when `name` is not a wrapper, for example `$gt`. */
function decodeWrapper(name: string, body: unknown, now: number): Value | undefined {
  switch (name) {
    case '$numberInt':
    case '$numberLong':
    case '$numberDouble':
      return decodeNumber(name, body);
    case '$oid':
      if (typeof body !== 'string' || !/^[0-9a-f]{24}$/i.test(body)) throw malformed(name);
      return body.toLowerCase();
    case '$date':
      return decodeDate(body, now);
    case '$tcb_server_date':
      return serverDate(body, now);
    case '$regularExpression': {
      const { pattern, options } = (body ?? {}) as { pattern?: unknown; options?: unknown };
      if (typeof pattern !== 'string' || typeof (options ?? '') !== 'string') throw malformed(name);
      return regex(pattern, String(options ?? ''));
    }
    case '$undefined':
      return null;
    case '$binary':
    case '$uuid':
    case '$numberDecimal':
    case '$timestamp':
    case '$code':
    case '$symbol':
    case '$minKey':
    case '$maxKey':
    case '$dbPointer':
      throw requestFailed(`Values of the type ${name} are not supported.`);
    default:
      return undefined;
  }
}

const malformed = (name: string) => invalidParam(`Malformed ${name}.`);

function decodeNumber(name: string, body: unknown): number {
  if (typeof body !== 'string' || body.trim() === '') throw malformed(name);
  const value = Number(body);
  if (name === '$numberDouble') {
    if (Number.isNaN(value) && body !== 'NaN') throw malformed(name);
  } else if (!/^-?\d{1,19}$/.test(body) || Math.abs(value) > 2 ** 63) {
    throw malformed(name); // the SDK writes larger ones too, and they would wrap around
  }
  return value === 0 ? 0 : value;
}

function decodeDate(body: unknown, now: number): Date {
  if (typeof body === 'object' && body !== null) {
    if ('$tcb_server_date' in body) return serverDate(body.$tcb_server_date, now);
    if ('$numberLong' in body) return validDate(Number(body.$numberLong));
    if ('offset' in body) return serverDate(body, now);
    throw malformed('$date');
  }
  if (typeof body === 'string' || typeof body === 'number')
    return validDate(new Date(body).getTime());
  throw malformed('$date');
}

function serverDate(body: unknown, now: number): Date {
  const offset = decode((body as { offset?: unknown } | null)?.offset ?? 0, now, 0);
  if (typeof offset !== 'number') throw malformed('$tcb_server_date');
  return validDate(now + offset);
}

function validDate(ms: number): Date {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) throw malformed('$date');
  return date;
}

/** JS flags arrive verbatim; the server knows `i`, `m` and `s`. */
export function regex(pattern: string, options: string): RegExp {
  if (/[^gimsuydvx]/.test(options)) throw requestFailed(`Unknown regular expression options.`);
  if (options.includes('x'))
    throw requestFailed('The regular expression option x is not supported.');
  try {
    return new RegExp(pattern, [...new Set(options)].filter(flag => 'ims'.includes(flag)).join(''));
  } catch {
    throw requestFailed('Regular expression is invalid.');
  }
}

/** BSON is UTF-8: half a surrogate pair cannot be stored and becomes U+FFFD, as the drivers do it. */
function wellFormed(text: string): string {
  return /\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
}

function checkFieldName(key: string): void {
  if (key.includes('\0')) throw requestFailed('Field names cannot contain the NUL character.');
  const forbidden = key.includes('.')
    ? key.split('.').some(s => FORBIDDEN.has(s))
    : FORBIDDEN.has(key);
  if (forbidden) throw requestFailed('This field name is not allowed.');
}

/** Segments of a field path, checked. `$` segments are the business of the caller. */
export function pathSegments(path: string): string[] {
  checkFieldName(path);
  const segments = path.split('.');
  if (segments.length > MAX_DEPTH) throw requestFailed('The field path is too long.');
  return segments;
}

/** The text of a document as it is stored and sent: relaxed Extended JSON. Refuses what must not be stored. */
export function storedText(doc: Doc): string {
  const text = JSON.stringify(storable(doc, 0));
  if (text.length > MAX_BYTES / 4 && Buffer.byteLength(text) > MAX_BYTES)
    throw requestFailed('The document is larger than 16 MB.');
  return text;
}

function storable(value: Value, depth: number): unknown {
  if (depth > MAX_DEPTH) throw requestFailed(`Nesting deeper than ${MAX_DEPTH} levels.`);
  if (typeof value !== 'object' || value === null) return encodeScalar(value);
  if (Array.isArray(value)) return value.map(item => storable(item, depth + 1));
  if (!isDoc(value)) return encodeScalar(value);
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key.startsWith('$'))
      throw requestFailed(`The dollar ($) prefixed field '${key}' is not valid for storage.`);
    checkFieldName(key);
    out[key] = storable(value[key] ?? null, depth + 1);
  }
  return out;
}

/** Any value as relaxed Extended JSON, for replies that are not stored documents (aggregation). */
export function replyText(value: Value): string {
  return JSON.stringify(encode(value));
}

function encode(value: Value): unknown {
  if (Array.isArray(value)) return value.map(encode);
  if (!isDoc(value)) return encodeScalar(value);
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(value))
    if (value[key] !== undefined) out[key] = encode(value[key]!);
  return out;
}

function encodeScalar(value: Value | undefined): unknown {
  if (value instanceof Date) return { $date: dateBody(value) };
  if (value instanceof RegExp)
    return { $regularExpression: { pattern: value.source, options: value.flags } };
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return { $numberDouble: String(value) };
    return value;
  }
  if (value === undefined) return null;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  throw requestFailed('A value of this type cannot be stored.');
}

function dateBody(date: Date): unknown {
  const ms = date.getTime();
  if (Number.isNaN(ms)) throw requestFailed('An invalid date cannot be stored.');
  // Relaxed Extended JSON writes only the years 1970 to 9999 as text.
  return ms >= 0 && ms <= 253402300799999 ? date.toISOString() : { $numberLong: String(ms) };
}
