import { functionSecrets } from '#cloudfunctions/_shared/base/requiredSecrets.ts';
import { collections } from '#contract/collections.ts';
import { AI_LABEL } from '#contract/constants.ts';
import type { FunctionName } from '#contract/index.ts';
import type { EmulatorConfig, FunctionConfig, ImageStyleConfig } from '#emulator/types.ts';

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
  /** Required variables besides the platform's own and the secrets (`functionSecrets`). */
  variables: readonly Variable[];
  /** Seven fields, seconds first, as the platform writes them. */
  timers?: { name: string; config: string }[];
  /** Path at which other services reach it; rules do not apply there, the function checks a signature. */
  http?: string;
}

type Variable = 'STORAGE_BUCKET' | 'APP_KEK_1' | 'WECHATPAY_BASE_URL' | 'VOD_BASE_URL';

/** Signed in with a ticket; the token in the body is checked as well (docs/security.md#who-may-call). */
const ADMIN = "auth.loginType != 'ANONYMOUS' && auth != null";
/** Anyone may call; the dispatcher checks what needs a session. */
const PUBLIC = true;

const VOD: readonly Variable[] = ['VOD_BASE_URL'];
/** The merchant's secrets are encrypted in the settings; the gateway's address is a variable. */
const PAYMENT: readonly Variable[] = ['WECHATPAY_BASE_URL'];

/** Its keys are encrypted in the database; without an address the real service is used. */
const GENERATOR: readonly Variable[] = ['STORAGE_BUCKET'];

const usual = { memory: 256, timeout: 10, variables: [] };

export const functionConfigs: Record<FunctionName, Deployment> = {
  // scrypt takes 32 MB twice at most, and a quarter of a second each.
  adminAuth: { ...usual, rule: PUBLIC, timeout: 20 },
  // 500 templates at once, each an update of its own.
  adminTemplate: { ...usual, rule: ADMIN, timeout: 30 },
  adminTemplatePreset: { ...usual, rule: ADMIN },
  // Merging moves every template of a category.
  adminCategory: { ...usual, rule: ADMIN, timeout: 30 },
  adminLocalApp: { ...usual, rule: ADMIN },
  adminQuickFunction: { ...usual, rule: ADMIN },
  adminAuditLog: { ...usual, rule: ADMIN },
  adminDashboard: { ...usual, rule: ADMIN },
  adminExport: { ...usual, rule: ADMIN, variables: ['STORAGE_BUCKET'] },
  // 500 rows, each of which may be an update of its own.
  keyword: { ...usual, rule: ADMIN, timeout: 30 },
  // Disabling a user cancels unfinished tasks one by one.
  adminUser: { ...usual, rule: ADMIN, timeout: 20, variables: [] },
  // Asks the generator, then fetches and stores what it made.
  adminTask: { rule: ADMIN, memory: 512, timeout: 60, variables: GENERATOR },
  adminApiKey: { ...usual, rule: ADMIN, timeout: 20, variables: [] },
  // Works on codes for a time slice; the timer continues.
  adminActivationCode: { ...usual, rule: ADMIN, timeout: 30, variables: [] },
  // Redeeming may wait for the user's lock.
  appUser: { ...usual, rule: PUBLIC, timeout: 20 },
  // A picture is in memory up to four times: as text, decoded, cleaned and being sent.
  adminStorage: { rule: ADMIN, memory: 512, timeout: 30, variables: ['STORAGE_BUCKET'] },
  // Up to three calls of the video service of five seconds each.
  vodService: { ...usual, rule: ADMIN, timeout: 20, variables: VOD },
  // A trial of the gateway, of the chat or of the storage takes five seconds at most.
  adminSettings: {
    ...usual,
    rule: ADMIN,
    timeout: 20,
    variables: ['STORAGE_BUCKET', 'WECHATPAY_BASE_URL'],
  },
  systemSettings: { ...usual, rule: PUBLIC },
  // Four tries of three seconds.
  imageService: { ...usual, rule: PUBLIC, timeout: 20, variables: ['STORAGE_BUCKET'] },
  appTemplate: { ...usual, rule: PUBLIC },
  // Two calls of the gateway of five seconds each.
  adminOrder: { ...usual, rule: ADMIN, timeout: 20, variables: PAYMENT },
  adminPackage: { ...usual, rule: ADMIN },
  appOrder: { ...usual, rule: PUBLIC, timeout: 20, variables: PAYMENT },
  adminPrintSize: { ...usual, rule: ADMIN },
  adminPackagePrice: { ...usual, rule: ADMIN },
  // 500 parcels at once, each under its own rules; a cancellation calls the gateway.
  adminPrintOrder: {
    ...usual,
    rule: ADMIN,
    timeout: 60,
    variables: [...PAYMENT, 'STORAGE_BUCKET'],
  },
  appPrint: { ...usual, rule: PUBLIC, timeout: 20, variables: PAYMENT },
  // Compares a day for a time slice; the timer continues. A bill takes up to 30 s to fetch.
  adminReconciliation: { rule: ADMIN, memory: 512, timeout: 60, variables: PAYMENT },
};

/** Called by the platform's timers and by other services, never by clients: they have no actions. */
export const backgroundConfigs: Record<string, Deployment> = {
  payNotify: {
    ...usual,
    rule: false,
    timeout: 20,
    variables: PAYMENT,
    http: '/notify/wechat-pay',
  },
  refundNotify: {
    ...usual,
    rule: false,
    timeout: 20,
    variables: PAYMENT,
    http: '/notify/wechat-refund',
  },
  orderTimers: {
    rule: false,
    memory: 256,
    timeout: 60,
    variables: PAYMENT,
    timers: [
      { name: 'orders', config: '0 * * * * * *' },
      { name: 'refunds', config: '*/10 * * * * * *' },
    ],
  },
  vodTimers: {
    rule: false,
    memory: 256,
    timeout: 60,
    variables: VOD,
    timers: [
      { name: 'poll', config: '*/10 * * * * * *' },
      { name: 'sweep', config: '0 50 * * * * *' },
    ],
  },
  exportTimers: {
    rule: false,
    memory: 512,
    timeout: 60,
    variables: ['STORAGE_BUCKET'],
    timers: [
      { name: 'run', config: '*/5 * * * * * *' },
      { name: 'purge', config: '0 40 * * * * *' },
    ],
  },
  codeTimers: {
    rule: false,
    memory: 256,
    timeout: 60,
    variables: [],
    timers: [
      { name: 'jobs', config: '30 * * * * * *' },
      { name: 'enable', config: '0 */5 * * * * *' },
      { name: 'expire', config: '0 5 * * * * *' },
    ],
  },
  printTimers: {
    rule: false,
    memory: 256,
    timeout: 60,
    variables: [],
    timers: [
      { name: 'complete', config: '0 10 * * * * *' },
      { name: 'overdue', config: '0 */5 * * * * *' },
    ],
  },
  reconciliationTimers: {
    rule: false,
    memory: 512,
    timeout: 60,
    variables: PAYMENT,
    timers: [{ name: 'run', config: '20 * * * * * *' }],
  },
  auditTimers: {
    rule: false,
    memory: 256,
    timeout: 60,
    variables: [],
    timers: [{ name: 'complete', config: '*/15 * * * * * *' }],
  },
  dashboardTimers: {
    rule: false,
    memory: 256,
    timeout: 60,
    variables: [],
    timers: [{ name: 'rebuild', config: '0 15 * * * * *' }],
  },
  templateTimers: {
    rule: false,
    memory: 256,
    timeout: 60,
    variables: [],
    timers: [{ name: 'review', config: '45 */10 * * * * *' }],
  },
  storageTimers: {
    rule: false,
    memory: 256,
    timeout: 60,
    variables: ['STORAGE_BUCKET'],
    timers: [
      { name: 'sweep', config: '0 20 * * * * *' },
      { name: 'purge', config: '0 0 3 * * * *' },
      { name: 'countUse', config: '0 30 3 * * * *' },
    ],
  },
};

const deployments: Record<string, Deployment> = { ...functionConfigs, ...backgroundConfigs };
export const functionNames = Object.keys(deployments);

/** The picture styles (docs/specification.md#picture-display). */
const imageStyles: Record<string, ImageStyleConfig> = {
  thumbnail: { width: 480, height: 480, fit: 'inside', format: 'webp' },
  uploadimage: { width: 1_600, height: 1_600, fit: 'inside' },
  userupload: { width: 1_600, height: 1_600, fit: 'inside' },
  runninghubreturnsimages: { width: 2_048, height: 2_048, fit: 'inside', text: AI_LABEL },
  original: {},
};

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
      const { variables: _needed, ...deployment } = deployments[name]!;
      const variables = { STORAGE_BUCKET: LOCAL_BUCKET, ...environment };
      return [name, { ...deployment, environment: variables }];
    }),
  ),
  imageStyles,
  // Functions hand out addresses; clients cannot read files directly.
  storage: { acl: 'ADMINONLY', bucket: LOCAL_BUCKET },
});

/** The content of `cloudbaserc.json`; `tcb` fills `{{env.…}}` from the environment or a `.env` file. */
export const deploymentConfig = () => ({
  version: '2.0',
  envId: '{{env.CLOUDBASE_ENV}}',
  region: 'ap-shanghai',
  functionRoot: './dist/functions',
  functions: functionNames.map(name => {
    const { rule, memory, timeout, variables, timers, http } = deployments[name]!;
    return {
      name,
      handler: 'index.main',
      runtime: 'Nodejs20.19',
      memorySize: memory,
      timeout,
      installDependency: false,
      aclRule: { invoke: rule },
      ...(timers && {
        triggers: timers.map(timer => ({ ...timer, type: 'timer' })),
      }),
      ...(http && { path: http }),
      envVariables: Object.fromEntries(
        [...new Set([...(functionSecrets[name] ?? []), ...variables])].map(variable => [
          variable,
          `{{env.${variable}}}`,
        ]),
      ),
    };
  }),
});
