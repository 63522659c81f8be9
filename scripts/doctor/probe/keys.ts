import { createPrivateKey } from 'node:crypto';
import type { Cloud } from '../../deploy/cloud.ts';
import type { Deployment } from '../../deploy/deployment.ts';
import type { Questions } from './question.ts';

/** The key itself is never shown. */
const askLoginKey = ({ variables }: Deployment): Promise<string> => {
  const text = variables.value('CUSTOM_LOGIN_KEY');
  if (!text) return Promise.resolve('no function has one');
  const { private_key: pem } = JSON.parse(text) as { private_key: string };
  const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
  const form = pem.includes('BEGIN RSA PRIVATE KEY') ? 'PKCS#1' : 'PKCS#8';
  return Promise.resolve(
    `${String(asymmetricKeyType)}, ${String(asymmetricKeyDetails?.modulusLength)} bits, ${form}`,
  );
};

export const ofKeys: Questions<Deployment> = { 'What key is made?': askLoginKey };

const askSecondKey = async ({ cloud, hasOrders }: Selling): Promise<string> => {
  if (hasOrders) return 'not asked: what is in use might end';
  const { library, attempt } = cloud;
  const keys = async () => {
    const { Data } = await attempt('DescribeApiKeyList', () =>
      library.env.describeApiKeyList({ KeyType: 'publish_key', PageNumber: 1, PageSize: 10 }),
    );
    return (Data ?? []).map(({ ApiKey }) => ApiKey);
  };
  const before = await keys();
  if (before.length === 0) return 'there is no first one: ask again after the deployment';
  const result = await library.env.createApiKey({ KeyType: 'publish_key' }).then(
    () => 'answered',
    ({ code, message }: { code?: string; message?: string }) => code ?? message ?? 'refused',
  );
  const after = await keys();
  const isKept = before.every(key => after.includes(key));
  return `${result}; ${before.length} before, ${after.length} after; ${isKept ? 'the first one holds' : 'THE FIRST ONE HAS ENDED: run npm run deploy'}`;
};

interface Selling {
  cloud: Cloud;
  hasOrders: boolean;
}

export const ofPublishableKeys: Questions<Selling> = {
  'Does a second publishable key fail?': askSecondKey,
};
