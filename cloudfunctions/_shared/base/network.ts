import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** The first five of an IPv4 address in the notation of IPv6, which are followed by `ffff`. */
const MAPPED = 'ffff';

/**
 * What the limits of an address count: an IPv4 address, or the first half of one of IPv6, whose owner has 2^64 of them.
 */
export const networkOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip;
  const { hostname } = new URL(`http://[${ip.split('%')[0]}]`);
  const written = hostname.slice(1, -1);
  const [before = [], after = []] = written
    .split('::')
    .map(part => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  const isMapped = groups[5] === MAPPED && groups.slice(0, 5).every(group => group === '0');
  return isMapped ? written : `${groups.slice(0, 4).join(':')}::`;
};
