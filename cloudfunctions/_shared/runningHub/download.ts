import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { environment } from '../base/environment.ts';
import { publicAddresses } from '../base/publicAddresses.ts';
import { readBody } from '../base/readBody.ts';

/** A result that is refused whenever it is asked for; other errors may pass. */
export class ResultRefused extends Error {}

const isStandIn = ({ origin }: URL): boolean => {
  const standIn = environment.RUNNINGHUB_BASE_URL;
  return standIn !== '' && new URL(standIn).origin === origin;
};

interface Source {
  url: URL;
  /** Where to connect to; absent for the stand-in. */
  addresses?: string[];
}

/**
 * The address comes from the provider and must not lead into our own network: only names over HTTPS, which resolve to
 * public addresses.
 * @throws ResultRefused
 */
const checkAddress = async (address: string): Promise<Source> => {
  if (!URL.canParse(address)) throw new ResultRefused('not an address');
  const url = new URL(address);
  if (isStandIn(url)) return { url };
  const { protocol, hostname, username, password, port } = url;
  if (protocol !== 'https:' || username || password || port)
    throw new ResultRefused('an address that is not allowed');
  if (!/\.[a-z]{2,}$/.test(hostname)) throw new ResultRefused('an address without a name');
  const addresses = await publicAddresses(hostname);
  if (!addresses?.length) throw new ResultRefused('an inner address');
  return { url, addresses };
};

/** In place of the system's: the name is not resolved again, because it might lead elsewhere by now. */
const resolvedTo =
  (addresses: string[]): LookupFunction =>
  (_hostname, { all }, answer) => {
    const found = addresses.map(address => ({ address, family: isIP(address) }));
    if (all) answer(null, found);
    else answer(null, found[0]?.address ?? '', found[0]?.family);
  };

/** Statuses of which a response has no body, and a `Response` refuses one. */
const BODILESS = [204, 205, 304];

/** Redirections are answers like others. */
const ask = async ({ url, addresses }: Source): Promise<Response> => {
  const signal = AbortSignal.timeout(environment.RUNNINGHUB_DOWNLOAD_MS);
  if (!addresses) return fetch(url, { redirect: 'manual', signal });
  const options = { signal, headers: { accept: '*/*' }, lookup: resolvedTo(addresses) };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    https.get(url, options, resolve).on('error', reject);
  });
  const { statusCode: status = 0, headers } = message;
  const body = BODILESS.includes(status) ? null : (Readable.toWeb(message) as ReadableStream);
  const length = headers['content-length'];
  return new Response(body, { status, headers: length ? { 'content-length': length } : {} });
};

/**
 * The content of one result, never more than the limit, and never from where it is redirected to.
 * @throws ResultRefused
 */
export const download = async (address: string): Promise<Buffer> => {
  const response = await ask(await checkAddress(address));
  const refuse = async (why: string): Promise<never> => {
    await response.body?.cancel().catch(() => undefined);
    throw new ResultRefused(why);
  };
  if (response.status >= 300 && response.status < 500) return refuse(`answered ${response.status}`);
  if (!response.ok || !response.body) throw new Error(`a result answered ${response.status}`);
  const content = await readBody(response, environment.RUNNINGHUB_RESULT_BYTES);
  if (!content) throw new ResultRefused('too large');
  if (content.length === 0) throw new ResultRefused('empty');
  return content;
};
