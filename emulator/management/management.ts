import type { SecretKeyPair } from '../admin/signature.ts';
import type { Database } from '../database/database.ts';
import { readBody } from '../http/body.ts';
import type { Mount } from '../http/exchange.ts';
import { MANAGEMENT_PREFIX } from '../http/origins.ts';
import type { PlatformStore } from '../platform/platformStore.ts';
import type { Inject } from '../seams/inject.ts';
import { type Clock, PlatformError } from '../types.ts';
import { calmConditions, changeConditions, type ConditionChanges } from './conditions.ts';
import { environmentActions, newEnvironment } from './environment.ts';
import { recordsIn } from './records.ts';
import { createRouter } from './router.ts';
import { tableActions } from './tables.ts';

export interface ManagementOptions {
  /** `ap-shanghai` when absent. */
  region?: string;
  /** Id of the account; `1250000000` when absent. */
  appId?: string;
  conditions?: ConditionChanges;
}

/** The parts of the platform that a deployment changes. */
export interface ManagedParts {
  envId: string;
  keys: SecretKeyPair;
  clock: Clock;
  store: PlatformStore;
  database: Database;
  inject: Inject;
  /** Host and port under which the platform is reached. */
  address(): string;
  log(line: string): void;
}

export interface Management {
  /** `/__management/<host>/<path>`: what is sent to the cloud's management API. */
  mount: Mount;
  /** Changes how the platform behaves towards deployments. */
  change(changes: ConditionChanges): void;
}

/** The platform's side of a deployment. What is deployed is kept in the data directory and is there after a restart. */
export function openManagement(options: ManagementOptions, parts: ManagedParts): Management {
  const { envId, clock, store, database } = parts;
  const environment = newEnvironment(
    envId,
    options.region ?? 'ap-shanghai',
    options.appId ?? '1250000000',
  );
  const conditions = calmConditions();
  changeConditions(conditions, options.conditions ?? {});
  const records = recordsIn(store);
  const common = { environment, conditions, clock, records };

  const answerCall = createRouter({
    environment,
    conditions,
    clock,
    keys: parts.keys,
    inject: parts.inject,
    actions: {
      ...environmentActions({
        ...common,
        address: parts.address,
        hasHosting: () => false,
      }),
      ...tableActions({ ...common, database }),
    },
  });

  return {
    change: changes => changeConditions(conditions, changes),
    mount: {
      prefix: MANAGEMENT_PREFIX,
      async handle(exchange) {
        const url = exchange.req.url ?? '';
        const [, host = '', target = ''] = /^\/__management\/([a-z0-9.-]+)(\/.*)$/.exec(url) ?? [];
        if (!host.endsWith('.tencentcloudapi.com'))
          throw new PlatformError('NOT_FOUND', 'nothing is here', 404);
        const body = await readBody(exchange.req);
        await answerCall({ exchange, host, target, body });
      },
    },
  };
}
