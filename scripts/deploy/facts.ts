import { type Cloud, CloudError, rest } from './cloud.ts';
import { readDomains } from './httpDomains.ts';

/** What the environment says of itself; nothing of it is changed by a deployment. */
export interface Facts {
  status: string;
  region: string;
  /** The id of the document database. */
  databaseId: string;
  /** Bucket of the environment's files, and the domain they are shown from. */
  bucket: string;
  filesDomain: string;
  /** Where the site is stored; absent until static hosting is switched on. */
  hosting?: { bucket: string; region: string; domain: string };
  /** Domain of the functions' HTTP paths. */
  httpDomain: string;
}

interface Store {
  Bucket: string;
  Region?: string;
  /** As the platform has spelt it before. */
  Regoin?: string;
  CdnDomain: string;
  Status: string;
}

const readEnvironment = async ({ library, attempt, envId }: Cloud) => {
  const { EnvInfo: info } = await attempt('DescribeEnvInfo', () => library.env.getEnvInfo());
  if (info.EnvId !== envId)
    throw new CloudError('ResourceNotFound.Env', 'DescribeEnvInfo', 'there is no such environment');
  // Before anything asks for the database: the library takes the first one, and there is none.
  const databaseId = info.Databases?.find(({ InstanceId }) => InstanceId)?.InstanceId;
  if (!databaseId)
    throw new CloudError(
      'UnsupportedOperation.Database',
      'DescribeEnvInfo',
      'the environment has no document database (PostgreSQL alone does not do): make another one, with flexdb among its resources',
    );
  return { info, databaseId };
};

/** Where nothing else is needed. @throws CloudError */
export const readDatabase = async (cloud: Cloud): Promise<Pick<Facts, 'databaseId'>> => {
  const { databaseId } = await readEnvironment(cloud);
  return { databaseId };
};

/** @throws CloudError */
export const readFacts = async (cloud: Cloud): Promise<Facts> => {
  const { info, databaseId } = await readEnvironment(cloud);
  const [storage] = info.Storages ?? [];
  if (!storage)
    throw new CloudError(
      'ResourceNotFound.Storage',
      'DescribeEnvInfo',
      'the environment has no cloud storage',
    );
  const [hosting, httpDomain] = await Promise.all([readHosting(cloud), readHttpDomain(cloud)]);
  return {
    status: info.Status ?? '',
    region: info.Region || storage.Region || cloud.region,
    databaseId,
    bucket: storage.Bucket ?? '',
    filesDomain: storage.CdnDomain ?? '',
    ...(hosting && { hosting }),
    httpDomain,
  };
};

/** The default domain of the HTTP access service; '' until the service is switched on. */
export const readHttpDomain = async (cloud: Cloud): Promise<string> =>
  (await readDomains(cloud)).find(
    ({ DomainType, IsDefault }) => DomainType === 'HTTPSERVICE' && IsDefault,
  )?.Domain ?? '';

const readHosting = async ({ library, attempt }: Cloud): Promise<Facts['hosting']> => {
  const stores = (await attempt('DescribeStaticStore', () => library.hosting.getInfo())) as
    | Store[]
    | null;
  const store = stores?.find(({ Status }) => Status === 'online');
  return (
    store && {
      bucket: store.Bucket,
      region: store.Region ?? store.Regoin ?? '',
      domain: store.CdnDomain,
    }
  );
};

/** The platform needs about half a minute. */
const HOSTING_MS = 180_000;

/** Switches static hosting on, unless it is, and waits until it can be used. */
export const enableHosting = async (cloud: Cloud): Promise<NonNullable<Facts['hosting']>> => {
  const { call, envId } = cloud;
  const begun = Date.now();
  for (let isAsked = false; Date.now() - begun < HOSTING_MS; await rest(1_000)) {
    const hosting = await readHosting(cloud);
    if (hosting) return hosting;
    if (isAsked) continue;
    isAsked = true;
    await call('tcb', 'CreateStaticStore', { EnvId: envId }).catch(unlessThere);
  }
  throw new CloudError(
    'ResourceUnavailable',
    'CreateStaticStore',
    'static hosting was not ready after three minutes; run the command again',
  );
};

/** What an earlier, interrupted run has made already is as good. */
export const unlessThere = (error: unknown): void => {
  const { code = '' } = error as { code?: string };
  if (
    !/^(ResourceInUse|ResourceExist|ResourceAlreadyExist|ResourceUnavailable\.ResourceExist|InvalidParameter\.APICreated)/.test(
      code,
    )
  )
    throw error;
};
