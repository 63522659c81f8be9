import type { Exchange } from '../../http/exchange.ts';
import type { Bucket, StoredObject } from './bucket.ts';
import { xmlDocument } from './xml.ts';

export interface CosCall {
  exchange: Exchange;
  host: string;
  /** Not encoded, without the leading slash; empty for the bucket. */
  key: string;
}

/** A call whose signature is right. */
export interface Call extends CosCall {
  bucketName: string;
  bucket: Bucket;
  query: URLSearchParams;
  body: Buffer;
}

/** Status 200 when absent; a text is XML. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** What a call does, and the permission that it needs. */
export type Operation = [permission: string, run: (call: Call) => Reply | Promise<Reply>];

/** By method, and by the parameter that names what of the bucket or object is meant: `PUT`, `PUT uploadId`. */
export type Operations = Record<string, Operation>;

const KEPT_HEADERS =
  /^(content-type|cache-control|content-disposition|content-encoding|x-cos-meta-.+)$/;

/** What is kept with an object. */
export function headersOf({ req }: Exchange): Record<string, string> {
  const kept = Object.entries(req.headers).filter(
    ([name, value]) => KEPT_HEADERS.test(name) && typeof value === 'string' && value !== '',
  ) as [string, string][];
  return { 'content-type': 'application/octet-stream', ...Object.fromEntries(kept) };
}

export const headersFor = ({
  headers,
  etag,
  size,
  updatedAt,
}: StoredObject): Record<string, string> => ({
  ...headers,
  etag,
  'content-length': String(size),
  'last-modified': new Date(updatedAt).toUTCString(),
});

export const xml = (name: string, value: Parameters<typeof xmlDocument>[1]): Reply => ({
  body: xmlDocument(name, value),
});
