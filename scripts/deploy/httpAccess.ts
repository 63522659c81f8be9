import { type Cloud, CloudError, isUnknown, rest } from './cloud.ts';
import { readHttpDomain } from './facts.ts';
import type { Step } from './part.ts';

/** The switch of the service behind all paths. No public call is known for it, nor one that takes its place. */
export const planHttpAccess = async (cloud: Cloud): Promise<Step> => {
  const { call, envId } = cloud;
  const name = 'HTTP access service';
  const param = { ServiceId: envId };
  const found = await call<{ EnableService?: boolean }>(
    'tcb',
    'DescribeCloudBaseGWPrivilege',
    param,
  ).catch((error: unknown) => {
    if (isUnknown(error)) return null;
    throw error;
  });
  if (!found)
    return {
      action: 'leave',
      name,
      why: 'cannot be asked; it must be on in the console (HTTP 访问服务)',
    };
  if (found.EnableService) return { action: 'leave', name };
  return {
    action: 'change',
    name,
    why: 'is off; payments and webhooks come through it',
    run: async () => {
      await call('tcb', 'ModifyCloudBaseGWPrivilege', {
        ...param,
        Options: [{ Key: 'serviceswitch', Value: 'true' }],
      });
      await untilReached(cloud);
    },
  };
};

/** The platform needs up to half a minute until its domain is there. */
const READY_MS = 180_000;

const untilReached = async (cloud: Cloud): Promise<void> => {
  for (const begun = Date.now(); Date.now() - begun < READY_MS; await rest(1_000))
    if (await readHttpDomain(cloud)) return;
  throw new CloudError(
    'ResourceUnavailable',
    'ModifyCloudBaseGWPrivilege',
    'the HTTP access service had no domain after three minutes; run the command again',
  );
};
