import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { publicAddresses } from '#cloudfunctions/_shared/base/publicAddresses.ts';

const addressesOf = (...ips: string[]) => {
  const found = ips.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
  vi.spyOn(dns, 'lookup').mockResolvedValue(found as never);
  syncBuiltinESMExports();
  return publicAddresses('example.com');
};
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

describe('an address that is no server on the internet', () => {
  // The first and the last address of every block.
  it.each([
    ['this network', '0.0.0.0', '0.255.255.255'],
    ['private use', '10.0.0.0', '10.255.255.255'],
    ['shared by carriers', '100.64.0.0', '100.127.255.255'],
    ['this machine', '127.0.0.0', '127.255.255.255'],
    ['link local', '169.254.0.0', '169.254.255.255'],
    ['private use', '172.16.0.0', '172.31.255.255'],
    ['protocols', '192.0.0.0', '192.0.0.255'],
    ['documentation', '192.0.2.0', '192.0.2.255'],
    ['relays of 6to4', '192.88.99.0', '192.88.99.255'],
    ['private use', '192.168.0.0', '192.168.255.255'],
    ['benchmarks', '198.18.0.0', '198.19.255.255'],
    ['documentation', '198.51.100.0', '198.51.100.255'],
    ['documentation', '203.0.113.0', '203.0.113.255'],
    ['multicast', '224.0.0.0', '239.255.255.255'],
    ['reserved and broadcast', '240.0.0.0', '255.255.255.255'],
    ['unspecified and this machine', '::', '::1'],
    ['IPv4 compatible', '::10.0.0.1', '::8.8.8.8'],
    ['IPv4 mapped', '::ffff:0:0', '::ffff:127.0.0.1'],
    ['IPv4 translated', '::ffff:0:0:0', '::ffff:0:7f00:1'],
    ['NAT64', '64:ff9b::', '64:ff9b::7f00:1'],
    ['NAT64, local', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
    ['dummy', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
    ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['benchmarks', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
    ['ORCHID', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['ORCHID 2', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['protocols', '2001:30::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['6to4 of 127.0.0.1', '2002:7f00:1::', '2002:7f00:1:ffff:ffff:ffff:ffff:ffff'],
    ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['the 6bone', '3ffe::', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['segments', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['not given out', '4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['link local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['site local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['with a zone', 'fe80::1%eth0', 'fe80::1%1'],
  ])('is refused: %s', async (_what, first, last) => {
    expect(await addressesOf(first)).toBeNull();
    expect(await addressesOf(last)).toBeNull();
    expect(await addressesOf('93.184.216.34', last)).toBeNull();
  });
});

it.each([
  ['1.0.0.0', '9.255.255.255'],
  ['11.0.0.0', '100.63.255.255'],
  ['100.128.0.0', '126.255.255.255'],
  ['128.0.0.0', '169.253.255.255'],
  ['172.15.255.255', '172.32.0.0'],
  ['192.0.1.0', '192.0.3.0'],
  ['192.88.98.255', '192.88.100.0'],
  ['198.17.255.255', '198.20.0.0'],
  ['203.0.112.255', '203.0.114.0'],
  ['223.255.255.255', '93.184.216.34'],
  ['2001:200::', '2001:db7:ffff::1'],
  ['2001:db9::', '2001:ffff::1'],
  ['2003::', '3ffd::1'],
  ['2400:3200::1', '2408:8000::1'],
  ['240e::1', '2606:2800:220:1::1'],
])('an address of a server is not refused: %s, %s', async (...ips) => {
  expect(await addressesOf(...ips)).toEqual(ips);
});
