import { createHmac } from 'node:crypto';
import path from 'node:path';
import type { SecretKeyPair } from '../admin/signature.ts';
import { sameText } from '../auth/credentials.ts';
import type { SignInSettings } from '../auth/settings.ts';
import type { Database } from '../database/database.ts';
import type { FunctionRunner } from '../functions/runner.ts';
import { siteMount } from '../hosting/hosting.ts';
import { readBody } from '../http/body.ts';
import { type Exchange, type Mount, sendBody } from '../http/exchange.ts';
import { MANAGEMENT_PREFIX } from '../http/origins.ts';
import type { PlatformStore } from '../platform/platformStore.ts';
import type { Inject } from '../seams/inject.ts';
import type { CorsRule } from '../storage/cors.ts';
import { storageActions } from '../storage/serverActions.ts';
import type { Storage } from '../storage/storage.ts';
import { type Clock, type EmulatorConfig, PlatformError } from '../types.ts';
import { openCodeStore } from './code.ts';
import { calmConditions, changeConditions, type ConditionChanges } from './conditions.ts';
import { fileBucket, folderBucket } from './cos/bucket.ts';
import { readCors } from './cos/cors.ts';
import { createCos, isCosHost } from './cos/service.ts';
import { environmentActions, newEnvironment } from './environment.ts';
import { createFileApi, isFileApiHost } from './fileApi.ts';
import { functionActions } from './functions.ts';
import { type ManagedGateway, managedGateway } from './gateway.ts';
import { openHosting } from './hosting.ts';
import { httpPathActions } from './httpPaths.ts';
import { recordsIn } from './records.ts';
import { createRouter } from './router.ts';
import { openRules } from './rules.ts';
import { signInActions } from './signIn.ts';
import { openTables } from './tables.ts';
import { openUploads } from './uploads.ts';

export interface ManagementOptions {
  /** `ap-shanghai` when absent. */
  region?: string;
  /** Id of the account; `1250000000` when absent. */
  appId?: string;
  conditions?: ConditionChanges;
}

/** The parts of the platform that a deployment changes. */
export interface ManagedParts {
  dataDir: string;
  keys: SecretKeyPair;
  clock: Clock;
  store: PlatformStore;
  database: Database;
  inject: Inject;
  /** Functions, HTTP paths and the storage's access are put here. */
  config: EmulatorConfig;
  signIn: SignInSettings;
  origins: string[];
  storage(): Storage;
  runner(): FunctionRunner;
  /** Called when functions or timers have changed. */
  changed(): void;
  /** Address under which the platform is reached; known once it listens. */
  base(): string;
}

export interface Management {
  /** `/__management/<host>/<path>`: what is sent to the cloud's management API and object storage. */
  mount: Mount;
  /** The hosted site. */
  site: Mount;
  gateway: ManagedGateway;
  /** The rules of the files' bucket for pages of other origins. */
  cors(): CorsRule[];
  /** Changes how the platform behaves towards deployments. */
  change(changes: ConditionChanges): void;
}

/** The platform's side of a deployment. What is deployed is kept in the data directory and is there after a restart. */
export async function openManagement(
  options: ManagementOptions,
  parts: ManagedParts,
): Promise<Management> {
  const { clock, store, database, config, keys, inject } = parts;
  const region = options.region ?? 'ap-shanghai';
  const environment = newEnvironment(config.envId, region, options.appId ?? '1250000000');
  const conditions = calmConditions();
  changeConditions(conditions, options.conditions ?? {});
  config.limits = conditions.limits;
  config.domains = conditions.domains;
  const records = recordsIn(store);
  const address = () => new URL(parts.base()).host;
  const common = { environment, conditions, clock, records, config, address };

  const hostingBucket = folderBucket(
    path.join(parts.dataDir, 'hosting'),
    records('hostingObject'),
    clock,
  );
  const uploads = openUploads(region, store.secret('uploads'), clock);
  const storageBucket = fileBucket(
    () => parts.storage().files,
    () => parts.storage().styles,
    records,
  );
  const bucketSettings = records<string>('bucketSetting');
  const hosting = openHosting({
    ...common,
    bucket: hostingBucket,
    website: () => bucketSettings.get(`website ${environment.hostingBucket}`),
  });
  const tables = openTables({ ...common, database });
  const rules = openRules({ ...common, aclOf: tables.aclOf, setAcl: tables.setAcl });
  const gateway = managedGateway(common);
  const code = openCodeStore(parts.dataDir);
  const codeLinks = createCodeLinks(store.secret('code'), clock);

  const answerCall = createRouter({
    environment,
    conditions,
    clock,
    keys,
    inject,
    actions: {
      ...environmentActions({ ...common, hasHosting: hosting.isOnline, meta: gateway.meta }),
      ...tables.actions,
      ...rules.actions,
      ...gateway.actions,
      ...signInActions({ ...common, settings: parts.signIn, origins: parts.origins }),
      ...httpPathActions({ ...common, hasHosting: hosting.isOnline }),
      ...hosting.actions,
      ...uploads.actions,
      ...(await functionActions({
        ...common,
        code,
        ruleOf: rules.ruleOf,
        changed: parts.changed,
        runner: parts.runner,
        base: parts.base,
        uploaded: uploads.read,
        addressOf: (name, hash) => parts.base() + codeLinks.pathOf(name, hash),
      })),
    },
  });
  const answerCos = createCos({
    region,
    conditions,
    clock,
    keys,
    inject,
    bucketNamed: name =>
      ({
        [environment.storageBucket]: storageBucket,
        [environment.hostingBucket]: hosting.isOnline() ? hostingBucket : undefined,
        [uploads.bucketName]: uploads.bucket,
      })[name],
    ticketFor: uploads.ticketFor,
    settings: bucketSettings,
  });

  const answerFiles = createFileApi({
    envId: environment.envId,
    keys,
    clock,
    // Addresses of files are the platform's own.
    storage: (action, body) => storageActions(parts.storage())(action, body, parts.base()),
  });

  const handle = async (exchange: Exchange): Promise<void> => {
    const linked = codeLinks.read(exchange);
    if (linked) {
      const archive = await code.archiveOf(linked.name, linked.hash);
      return sendBody(exchange, 200, archive, 'application/zip');
    }
    const [, host = '', target = ''] =
      /^\/__management\/([^/]+)(\/.*)$/.exec(exchange.req.url ?? '') ?? [];
    if (isCosHost(host)) {
      const key = exchange.path.slice(`${MANAGEMENT_PREFIX}/${host}/`.length);
      return answerCos({ exchange, host, key });
    }
    if (isFileApiHost(host)) return answerFiles(exchange);
    if (!/^[a-z]+\.tencentcloudapi\.com$/.test(host))
      throw new PlatformError('NOT_FOUND', 'nothing is here', 404);
    await answerCall({ exchange, host, target, body: await readBody(exchange.req) });
  };

  return {
    change: changes => changeConditions(conditions, changes),
    mount: { prefix: MANAGEMENT_PREFIX, handle },
    site: siteMount(hosting.site),
    gateway,
    cors: () => readCors(bucketSettings.get(`cors ${environment.storageBucket}`) ?? ''),
  };
}

/** Addresses under which deployed code can be fetched for ten minutes. */
function createCodeLinks(secret: string, clock: Clock) {
  const prefix = `${MANAGEMENT_PREFIX}/code/`;
  const sign = (place: string, until: number) =>
    createHmac('sha256', secret).update(`${place} ${until}`).digest('hex');
  return {
    pathOf(name: string, hash: string): string {
      const until = clock.now() + 600_000;
      const place = `${name}/${hash}`;
      return `${prefix}${place}.zip?until=${until}&sign=${sign(place, until)}`;
    },
    read({ path: asked, query }: Exchange): { name: string; hash: string } | undefined {
      const [, place = '', name = '', hash = ''] =
        /^\/__management\/code\/(([\w-]+)\/([\w-]+))\.zip$/.exec(asked) ?? [];
      const until = Number(query.get('until'));
      if (place === '' || !(until > clock.now())) return undefined;
      return sameText(query.get('sign') ?? '', sign(place, until)) ? { name, hash } : undefined;
    },
  };
}
