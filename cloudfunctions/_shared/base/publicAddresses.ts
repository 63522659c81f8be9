import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * What the registries of special-purpose addresses (IANA, as of 2025) and of multicast keep from being an address of a
 * server on the internet: of our own machines and of the platform's network, of tunnels that lead to either, of
 * documentation, and others that are nobody's.
 */
const specialV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  // Once the relays of 6to4.
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 3],
] as const)
  specialV4.addSubnet(network, prefix, 'ipv4');

/** All that is given out as global unicast. IPv4 inside IPv6 (mapped, NAT64) and local addresses are elsewhere. */
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

const specialV6 = new BlockList();
for (const [network, prefix] of [
  // Protocols of the IETF: Teredo, benchmarks, ORCHID and others.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, with an IPv4 address inside.
  ['2002::', 16],
  // Given back by the 6bone.
  ['3ffe::', 16],
  ['3fff::', 20],
] as const)
  specialV6.addSubnet(network, prefix, 'ipv6');

const isPublic = (ip: string): boolean =>
  isIP(ip) === 6
    ? globalV6.check(ip, 'ipv6') && !specialV6.check(ip, 'ipv6')
    : isIP(ip) === 4 && !specialV4.check(ip, 'ipv4');

/**
 * The addresses of a name that a caller from outside, or an administrator, has given; null where one of them is not
 * that of a server on the internet. Who connects uses one of these: the name may lead elsewhere a moment later.
 * @throws when the name cannot be resolved
 */
export const publicAddresses = async (hostname: string): Promise<string[] | null> => {
  const found = (await lookup(hostname, { all: true })).map(({ address }) => address);
  return found.every(isPublic) ? found : null;
};
