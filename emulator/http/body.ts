import type { IncomingMessage } from 'node:http';
import { PlatformError } from '../types.ts';

const MIB = 1024 * 1024;
/** What a client may send to a function, over the gateway or its HTTP path: the platform's figure for bodies of text. */
export const CALL_BODY_LIMIT = 100 * 1024;
/** What a server may send to a function, and what a function may answer. */
export const FUNCTION_BODY_LIMIT = 6 * MIB;
/** Largest body of anything else, uploads included. */
export const BODY_LIMIT = 100 * MIB;
/** Deeper JSON is refused before it reaches code that recurses. */
const DEPTH_LIMIT = 1000;

export const tooLarge = (limit: number) =>
  new PlatformError('EXCEED_MAX_PAYLOAD_SIZE', `the body exceeds ${limit} bytes`, 413);

/**
 * Reads the whole body. One that is too long is read to its end before it is refused, so that the client, still
 * writing, gets the answer instead of a broken connection; beyond 100 MiB the connection is closed.
 */
export async function readBody(
  req: IncomingMessage,
  limit = BODY_LIMIT,
): Promise<Buffer<ArrayBuffer>> {
  if (Number(req.headers['content-length'] ?? 0) > BODY_LIMIT) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw tooLarge(limit);
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw tooLarge(limit);
  return Buffer.concat(chunks);
}

/** @throws PlatformError INVALID_PARAM on invalid UTF-8, invalid JSON or excessive nesting */
export function parseJson(body: Buffer): { value: unknown; text: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new PlatformError('INVALID_PARAM', 'the body is not UTF-8', 400);
  }
  if (text.trim() === '') return { value: {}, text: '{}' };
  if (depthOf(body) > DEPTH_LIMIT)
    throw new PlatformError('INVALID_PARAM', 'the body is nested too deeply', 400);
  try {
    return { value: JSON.parse(text), text };
  } catch {
    throw new PlatformError('INVALID_PARAM', 'the body is not JSON', 400);
  }
}

export async function readJson(req: IncomingMessage, limit = BODY_LIMIT): Promise<unknown> {
  return parseJson(await readBody(req, limit)).value;
}

export async function readJsonObject(req: IncomingMessage): Promise<Record<string, unknown>> {
  const value = await readJson(req);
  if (!isObject(value)) throw new PlatformError('INVALID_PARAM', 'the body is not an object', 400);
  return value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function depthOf(json: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inString) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return deepest;
}
