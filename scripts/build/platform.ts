import { callbackPaths } from '#cloudfunctions/_shared/base/callbackPaths.ts';
import { functionSecrets } from '#cloudfunctions/_shared/base/requiredSecrets.ts';
import type { Actions } from '#contract/action.ts';
import { collections } from '#contract/collections.ts';
import { type FunctionName, functions } from '#contract/index.ts';
import type { EmulatorConfig, FunctionConfig } from '#emulator/types.ts';

/**
 * The platform's configuration of each function: for the local CloudBase and for `cloudbaserc.json`; a test keeps the
 * two equal.
 */
interface Deployment {
  rule: Exclude<FunctionConfig['rule'], undefined>;
  /** Megabytes. */
  memory: number;
  /** Seconds. */
  timeout: number;
  /** Keys it may hold besides those it needs (`functionSecrets`); bucket, addresses and limits are for all. */
  variables: readonly Variable[];
  /** Seven fields, seconds first, as the platform writes them. */
  timers?: { name: string; config: string }[];
  /** Packages that the platform installs beside the function when it is deployed. */
  packages?: readonly string[];
  /** Calls WeChat, which takes calls from listed addresses only: from an address that stays. */
  fixedAddress?: true;
  /** Paths at which it is reached from outside; rules do not apply there, the function decides whom it believes. */
  http?: readonly string[];
}

type Variable =
  | (typeof VIDEOS)[number]
  | 'VOD_PLAY_KEY'
  | 'MODERATION_SECRET_ID'
  | 'MODERATION_SECRET_KEY';

/** Keys of the video service; where they are missing, only the job for videos fails. */
const VIDEOS = ['VOD_SECRET_ID', 'VOD_SECRET_KEY'] as const;

/** Signed in with a ticket; the token in the body is checked as well (docs/security.md#who-may-call). */
const ADMIN = "auth.loginType != 'ANONYMOUS' && auth != null";
/** All may call; the dispatcher checks what needs a session. */
const PUBLIC = true;

/** Optional, like the hotlink protection of the video domain. */
const PLAYING: readonly Variable[] = ['VOD_PLAY_KEY'];
/** Optional, like the moderation itself: without keys nothing passes it. */
const MODERATION: readonly Variable[] = ['MODERATION_SECRET_ID', 'MODERATION_SECRET_KEY'];

/** Whether there are keys is checked where they are asked for. */
const MODERATES: readonly Variable[] = ['MODERATION_SECRET_ID'];

/** The second stands in where the first's native code does not load, which is built for newer systems. */
const DECODER: readonly string[] = ['sharp', '@img/sharp-wasm32'];

/** What most functions get. */
const usual: Omit<Deployment, 'rule'> = { memory: 256, timeout: 10, variables: [] };

/** What a function of the contract gets otherwise than most. */
const unusual: Partial<Record<FunctionName, Partial<Omit<Deployment, 'rule'>>>> = {
  // scrypt takes 32 MB twice at most, and a quarter of a second each.
  adminAuth: { timeout: 20 },
  adminAdministrator: { timeout: 20 },
  // 500 templates at once, each an update of its own.
  adminTemplate: { timeout: 30, variables: MODERATES },
  // Merging moves every template of a category.
  adminCategory: { timeout: 30 },
  // 500 rows, each of which may be an update of its own.
  keyword: { timeout: 30 },
  // Disabling a user cancels unfinished tasks one by one.
  adminUser: { timeout: 20 },
  // Asks the generator, then fetches, stores and has moderated what it made.
  adminTask: { memory: 512, timeout: 60, variables: MODERATION },
  adminApiKey: { timeout: 20 },
  // Reads up to 5,000 users, and stores whom it is for.
  adminCompensation: { timeout: 20 },
  // Works on codes for a time slice; the timer continues.
  adminActivationCode: { timeout: 30 },
  // Redeeming may wait for the user's lock.
  appUser: { timeout: 20 },
  // A picture is in memory up to four times: as text, decoded, cleaned and being sent.
  adminStorage: { memory: 512, timeout: 30 },
  // Up to three calls of the video service of five seconds each; a cover is in memory up to three times.
  vodService: { memory: 512, timeout: 20, variables: PLAYING },
  appTemplate: { variables: PLAYING },
  // A trial of the gateway, of the chat or of the storage takes five seconds at most.
  adminSettings: { timeout: 20, variables: MODERATES, fixedAddress: true },
  systemSettings: { variables: MODERATES },
  // Four tries of three seconds.
  imageService: { timeout: 20 },
  // A photo of 12 megapixels takes 280 MB to decode and to draw again.
  imageCopy: { memory: 512, timeout: 30, packages: DECODER },
  // Two calls of the gateway of five seconds each.
  adminOrder: { timeout: 20 },
  appOrder: { timeout: 20 },
  // 500 parcels at once, each under its own rules; a cancellation calls the gateway.
  adminPrintOrder: { timeout: 60 },
  adminPrintArchive: { timeout: 20 },
  appPrint: { timeout: 20 },
  // Credits may wait for the user's lock; deleting removes files.
  appTask: { timeout: 30 },
  // A photo is in memory up to three times.
  appUpload: { memory: 512, timeout: 30 },
  // Compares a day for a time slice; the timer continues. A bill takes up to 30 s to fetch.
  adminReconciliation: { memory: 512, timeout: 60 },
};

/** Who reaches a function follows from who may call its actions. */
export const functionConfigs = Object.fromEntries(
  Object.entries<Actions>(functions).map(([name, actions]) => {
    const isForAdmins = Object.values(actions).every(({ access }) => access === 'admin');
    const deployment = { ...usual, rule: isForAdmins ? ADMIN : PUBLIC };
    return [name, { ...deployment, ...unusual[name as FunctionName] }];
  }),
) as Record<FunctionName, Deployment>;

/** Called by the platform's timers, by other functions and by other services, never by clients: they have no actions. */
export const backgroundConfigs: Record<string, Deployment> = {
  callback: { ...usual, rule: false, timeout: 20, http: Object.values(callbackPaths) },
  // Photos and results pass through it, two of them at once at most. A sweep begins between two beats.
  worker: {
    rule: false,
    memory: 512,
    timeout: 60,
    variables: [...VIDEOS, ...MODERATION],
    fixedAddress: true,
    timers: [
      { name: 'beat', config: '*/30 * * * * * *' },
      { name: 'sweep', config: '15 */10 * * * * *' },
    ],
  },
  // Photos are decoded here: 40 megapixels of one, and the print file that is made of it.
  heavyWorker: { rule: false, memory: 1_024, timeout: 60, variables: [], packages: DECODER },
};

const deployments: Record<string, Deployment> = { ...functionConfigs, ...backgroundConfigs };
export const functionNames = Object.keys(deployments);
/** What stays out of a function's bundle. */
export const packagesOf = (name: string): readonly string[] => deployments[name]?.packages ?? [];

/** As the platform calls Node: the other where an environment does not offer the first. They use nothing beyond the other. */
export const RUNTIMES = ['Nodejs24.11', 'Nodejs20.19'] as const;

/** How a function's description begins, by which a deployment knows it as one of this product; letters, digits, spaces. */
export const PRODUCT = 'AI image back office';

const LOCAL_BUCKET = 'files';

/**
 * The local CloudBase of this product.
 * @param environment variables for every function, e.g. `CUSTOM_LOGIN_KEY` and raised limits
 */
export const platformConfig = (
  environment: Record<string, string> = {},
  envId = 'local',
): EmulatorConfig => ({
  envId,
  collections: collections.map(({ name, acl, indexes }) => ({
    name,
    acl,
    indexes: indexes.map(index => ({ ...index, keys: { ...index.keys } })),
  })),
  functions: Object.fromEntries(
    functionNames.map(name => {
      const {
        variables: _needed,
        packages: _installed,
        http: _,
        ...deployment
      } = deployments[name]!;
      const variables = { STORAGE_BUCKET: LOCAL_BUCKET, ...environment };
      return [name, { ...deployment, environment: variables }];
    }),
  ),
  httpPaths: Object.fromEntries(
    functionNames.flatMap(functionName =>
      (deployments[functionName]!.http ?? []).map(path => [path, { functionName }]),
    ),
  ),
  // As a deployment sets it.
  maxDevice: -1,
  // Functions hand out addresses; clients cannot read files directly.
  storage: { acl: 'ADMINONLY', bucket: LOCAL_BUCKET },
});

/** How each function is to be in the cloud. */
export const deployedFunctions = () =>
  functionNames.map(name => {
    const { rule, memory, timeout, variables, timers = [], http, ...more } = deployments[name]!;
    return {
      name,
      rule,
      memory,
      timeout,
      variables: [...new Set<string>([...(functionSecrets[name] ?? []), ...variables])],
      timers,
      ...(http && { http }),
      ...(more.fixedAddress && { fixedAddress: true as const }),
      installs: packagesOf(name).length > 0,
    };
  });

/** What every function gets about its environment. */
const always = ['STORAGE_BUCKET', 'HTTP_ACCESS_URL', 'SITE_URL'];

/** The content of `cloudbaserc.json`; `tcb` fills `{{env.…}}` from the environment or a `.env` file. */
export const deploymentConfig = () => ({
  version: '2.0',
  envId: '{{env.CLOUDBASE_ENV}}',
  region: 'ap-shanghai',
  functionRoot: './dist/functions',
  functions: deployedFunctions().map(
    ({ name, rule, memory, timeout, variables, timers, installs }) => ({
      name,
      description: PRODUCT,
      handler: 'index.main',
      runtime: RUNTIMES[0],
      memorySize: memory,
      timeout,
      installDependency: installs,
      aclRule: { invoke: rule },
      ...(timers.length > 0 && {
        triggers: timers.map(timer => ({ ...timer, type: 'timer' })),
      }),
      envVariables: Object.fromEntries(
        [...always, ...variables].map(variable => [variable, `{{env.${variable}}}`]),
      ),
    }),
  ),
});
