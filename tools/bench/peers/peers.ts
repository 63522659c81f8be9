import type { Sample } from '../data.ts';
import { directusWork } from './directus.ts';
import { payloadWork } from './payload.ts';
import type { Adapter } from './revisions.ts';

const adapters: Record<string, Adapter> = { directus: directusWork, payload: payloadWork };

export interface Peer {
  name: string;
  url: string;
}

/** `directus=http://127.0.0.1:8055` */
export const readPeer = (text: string): Peer => {
  const [, name = '', url = ''] = /^(\w+)=(https?:\/\/.+?)\/?$/.exec(text) ?? [];
  if (!Object.hasOwn(adapters, name))
    throw new Error(`--peer is ${Object.keys(adapters).join(' or ')}, = and its address`);
  return { name, url };
};

export const peerWorks = async (peers: Peer[], size: number, sample: Sample) =>
  Object.fromEntries(
    await Promise.all(
      peers.map(async ({ name, url }) => [name, await adapters[name]!(url, size, sample)] as const),
    ),
  );
