import { environment } from '../base/environment.ts';
import { publicAddresses } from '../base/publicAddresses.ts';
import { readBody } from '../base/readBody.ts';

/** A result that is refused whenever it is asked for; other errors may pass. */
export class ResultRefused extends Error {}

const isStandIn = ({ origin }: URL): boolean => {
  const standIn = environment.RUNNINGHUB_BASE_URL;
  return standIn !== '' && new URL(standIn).origin === origin;
};

/**
 * The address comes from the provider and must not lead into our own network: only names over HTTPS, which resolve to
 * public addresses. That a name might resolve otherwise a moment later gains nothing: an inner service has no valid
 * certificate for it.
 * @throws ResultRefused
 */
const checkAddress = async (address: string): Promise<URL> => {
  if (!URL.canParse(address)) throw new ResultRefused('not an address');
  const url = new URL(address);
  if (isStandIn(url)) return url;
  const { protocol, hostname, username, password, port } = url;
  if (protocol !== 'https:' || username || password || port)
    throw new ResultRefused('an address that is not allowed');
  if (!/\.[a-z]{2,}$/.test(hostname)) throw new ResultRefused('an address without a name');
  if (!(await publicAddresses(hostname))) throw new ResultRefused('an inner address');
  return url;
};

/**
 * The content of one result, never more than the limit, and never from where it is redirected to.
 * @throws ResultRefused
 */
export const download = async (address: string): Promise<Buffer> => {
  const limit = environment.RUNNINGHUB_RESULT_BYTES;
  const url = await checkAddress(address);
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(environment.RUNNINGHUB_DOWNLOAD_MS),
  });
  const refuse = async (why: string): Promise<never> => {
    await response.body?.cancel().catch(() => undefined);
    throw new ResultRefused(why);
  };
  if (response.status >= 300 && response.status < 500) return refuse(`answered ${response.status}`);
  if (!response.ok || !response.body) throw new Error(`a result answered ${response.status}`);
  const content = await readBody(response, limit);
  if (!content) throw new ResultRefused('too large');
  if (content.length === 0) throw new ResultRefused('empty');
  return content;
};
