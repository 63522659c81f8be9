import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { CustomLoginKey } from '../auth/customLoginKey.ts';
import type { SignInSettings } from '../auth/settings.ts';
import { isMaxDevice } from '../config.ts';
import { type EmulatorConfig, PlatformError } from '../types.ts';
import { checkEnvironment, type Managed, ofEnvironment, platformTime } from './environment.ts';
import type { Actions, Params } from './params.ts';

interface LoginConfig {
  PhoneNumberLogin: boolean;
  EmailLogin: boolean;
  UserNameLogin: boolean;
  AnonymousLogin: boolean;
}

interface ApiKey {
  id: string;
  name: string;
  key: string;
  createdAt: number;
}

interface AuthDomain {
  id: string;
  createdAt: number;
}

/** Hours a custom-login key stays valid when another one was made. */
const KEY_OVERLAP_HOURS = 2;
const HOUR = 3_600_000;
const DOMAIN = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i;
const newKeyPair = promisify(generateKeyPair);

export interface SignInOptions extends Managed {
  /** Keeps how many sessions a user may have. */
  config: EmulatorConfig;
  /** What the parts of the platform read. */
  settings: SignInSettings;
  /** Origins that clients may have beside the loopback ones; changed here. */
  origins: string[];
}

/** How users sign in: methods, the key for tickets, the publishable key, and from which sites. */
export function signInActions(options: SignInOptions): Actions {
  const { environment, clock, settings, origins, config } = options;
  const login = options.records<LoginConfig>('login');
  const providers = options.records<{ on: boolean }>('provider');
  const loginKeys = options.records<{ key: CustomLoginKey; madeAt: number }>('loginKey');
  const apiKeys = options.records<ApiKey>('apiKey');
  const domains = options.records<AuthDomain>('domain');
  const clients = options.records<{ maxDevice: number }>('client');
  const startOrigins = [...origins];

  const configNow = (): LoginConfig =>
    login.get('config') ?? {
      PhoneNumberLogin: false,
      EmailLogin: false,
      UserNameLogin: false,
      AnonymousLogin: false,
    };

  /** The client of web pages has the environment's id. */
  const checkClient = (params: Params) => checkEnvironment(environment, params.text('Id'));

  const publish = () => {
    const client = clients.get(environment.envId);
    if (client) config.maxDevice = client.maxDevice;
    settings.anonymous = configNow().AnonymousLogin;
    settings.custom = providers.get('custom')?.on === true;
    settings.publishableKeys = apiKeys.all().map(([, { key }]) => key);
    const newest = loginKeys.all().sort(([, a], [, b]) => b.madeAt - a.madeAt);
    settings.ticketKeys = newest
      .filter(([, { madeAt }], at) => at === 0 || madeAt > clock.now() - KEY_OVERLAP_HOURS * HOUR)
      .map(([, { key }]) => key);
    const allowed = domains.all().flatMap(([name]) => [`http://${name}`, `https://${name}`]);
    origins.splice(0, origins.length, ...startOrigins, ...allowed);
  };
  publish();

  const createLoginKey = async () => {
    const { privateKey } = await newKeyPair('rsa', {
      // Seen in a real key.
      modulusLength: 1024,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    const key: CustomLoginKey = {
      private_key_id: randomUUID(),
      private_key: privateKey,
      env_id: environment.envId,
    };
    loginKeys.put(key.private_key_id, { key, madeAt: clock.now() });
    publish();
    return { PrivateKey: privateKey, KeyID: key.private_key_id };
  };

  const keyType = (params: Params): string => {
    const type = params.optionalText('KeyType') ?? 'api_key';
    if (type === 'publish_key' || type === 'api_key') return type;
    throw new PlatformError('InvalidParameter', `KeyType ${type} is not valid`);
  };

  return ofEnvironment(environment, {
    'tcb.DescribeLoginConfig'() {
      return {
        ...configNow(),
        SmsVerificationConfig: { Type: 'default', Name: '', Method: '', SmsDayLimit: -1 },
      };
    },
    'tcb.ModifyLoginConfig'(params) {
      const now = configNow();
      for (const name of Object.keys(now) as (keyof LoginConfig)[])
        now[name] = params.optionalFlag(name) ?? now[name];
      login.put('config', now);
      publish();
      return {};
    },
    'tcb.DescribeClient'(params) {
      checkClient(params);
      const MaxDevice = config.maxDevice ?? 1;
      return { Id: environment.envId, MaxDevice, AccessTokenExpiresIn: 7_200 };
    },
    // https://cloud.tencent.com/document/api/876/129352
    'tcb.ModifyClient'(params) {
      checkClient(params);
      const maxDevice = params.optionalNumber('MaxDevice') ?? config.maxDevice ?? 1;
      if (!isMaxDevice(maxDevice) || (maxDevice === -1 && !options.conditions.takesAnyDevices))
        throw new PlatformError('InvalidParameter', `MaxDevice ${maxDevice} is not valid`);
      clients.put(environment.envId, { maxDevice });
      publish();
      return {};
    },
    'tcb.GetProviders'() {
      const on = (id: string) => (providers.get(id)?.on === true ? 'TRUE' : 'FALSE');
      const Data = ['custom', 'email'].map(Id => ({
        Id,
        ProviderType: Id.toUpperCase(),
        On: on(Id),
        Config: {},
      }));
      return { Data, Total: Data.length };
    },
    'tcb.ModifyProvider'(params) {
      const id = params.text('Id');
      if (id !== 'custom' && id !== 'email')
        throw new PlatformError('ResourceNotFound', `provider ${id} not found`);
      const on = params.optionalText('On');
      if (on !== undefined) providers.put(id, { on: on === 'TRUE' });
      publish();
      return {};
    },
    'tcb.CreateCustomLoginKeys': createLoginKey,
    'tcb.CreateCustomLoginKey': createLoginKey,
    'tcb.CreateApiKey'(params) {
      const type = keyType(params);
      if (type === 'api_key')
        throw new PlatformError('UnsupportedOperation', 'Only publishable keys are known here.');
      if (apiKeys.get(type)) throw new PlatformError('ResourceInUse', 'publish_key already exists');
      const made = {
        id: randomBytes(16).toString('base64url'),
        name: type,
        key: newPublishableKey(environment.envId),
        createdAt: clock.now(),
      };
      apiKeys.put(type, made);
      publish();
      return apiKeyOf(made);
    },
    'tcb.DescribeApiKeyList'(params) {
      const type = keyType(params);
      const Data = apiKeys
        .all()
        .filter(([name]) => name === type)
        .map(([, key]) => apiKeyOf(key));
      return { Data, Total: Data.length };
    },
    'tcb.DeleteApiKey'(params) {
      const id = params.text('KeyId');
      for (const [name, key] of apiKeys.all()) if (key.id === id) apiKeys.remove(name);
      publish();
      return {};
    },
    'tcb.DescribeAuthDomains'() {
      const Domains = domains.all().map(([Domain, { id, createdAt }]) => ({
        Id: id,
        Domain,
        Type: 'USER',
        Status: 'ENABLE',
        CreateTime: platformTime(createdAt),
        UpdateTime: platformTime(createdAt),
      }));
      return { Domains };
    },
    'tcb.CreateAuthDomain'(params) {
      const wanted = params.texts('Domains');
      if (wanted.length === 0)
        throw new PlatformError('MissingParameter.Param', 'Domains is required');
      // Users of the free plan have seen the message; not the code.
      if (options.conditions.packageId === 'baas_free')
        throw new PlatformError('OperationDenied.Package', '当前套餐无法执行此操作');
      for (const domain of wanted) {
        if (!DOMAIN.test(domain))
          throw new PlatformError('InvalidParameter', `Domain ${domain} is not valid`);
        if (domains.get(domain))
          throw new PlatformError('ResourceInUse', `Domain ${domain} already exists`);
      }
      for (const domain of wanted)
        domains.put(domain, { id: randomUUID(), createdAt: clock.now() });
      publish();
      return {};
    },
    'tcb.DeleteAuthDomain'(params) {
      const ids = params.texts('DomainIds');
      const gone = domains.all().filter(([, { id }]) => ids.includes(id));
      for (const [domain] of gone) domains.remove(domain);
      publish();
      return { Deleted: gone.length };
    },
  });
}

const apiKeyOf = ({ id, name, key, createdAt }: ApiKey) => ({
  KeyId: id,
  Name: name,
  ApiKey: key,
  CreateAt: new Date(createdAt).toISOString(),
  ExpireAt: '2099-12-31T00:00:00.000Z',
});

/** In the form of a token, as the platform makes it; the local platform only compares it. */
function newPublishableKey(envId: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = { iss: 'local', aud: envId, jti: randomUUID(), scope: 'anonymous' };
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}.${randomBytes(32).toString('base64url')}`;
}
