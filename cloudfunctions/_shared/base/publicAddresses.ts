import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Addresses of our own and of the platform's network, and others that are nobody's. */
const inner = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, prefix, 'ipv4');
// Not `::ffff:0:0`: a mapped address is compared with the networks above, and that one would hold each of IPv4.
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, prefix, 'ipv6');

const isInner = (ip: string) => inner.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');

/**
 * The addresses of a name that somebody outside, or an administrator, has given; null where one of them is of our own or
 * the platform's network.
 * @throws when the name cannot be resolved
 */
export const publicAddresses = async (hostname: string): Promise<string[] | null> => {
  const found = (await lookup(hostname, { all: true })).map(({ address }) => address);
  return found.some(isInner) ? null : found;
};
