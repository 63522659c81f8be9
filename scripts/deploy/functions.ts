import { PRODUCT } from '../build/platform.ts';
import { type Cloud, each } from './cloud.ts';
import type { Part, Step } from './part.ts';
import type { Release } from './release.ts';
import type { Versions } from './versions.ts';

/** What the platform says of a function. */
export interface ActualFunction {
  name: string;
  status: string;
  /** Why it is not what it should be. */
  reasons: string[];
  memory: number;
  timeout: number;
  runtime: string;
  description: string;
  variables: Record<string, string>;
  /** Where its calls come from, if that stays; absent where it changes. */
  addresses?: string[];
  timers: ActualTimer[];
}

export interface ActualTimer {
  name: string;
  config: string;
  /** Switched off by hand. */
  isOff: boolean;
}

interface Detail {
  Status: string;
  StatusReasons?: { ErrorCode: string; ErrorMessage: string }[];
  MemorySize: number;
  Timeout: number;
  Runtime: string;
  Description?: string;
  Environment?: { Variables?: { Key: string; Value: string }[] };
  PublicNetConfig?: { EipConfig?: { EipStatus?: string; EipAddress?: string[] } };
  Triggers?: { TriggerName: string; Type: string; TriggerDesc: string; Enable?: number }[];
}

/** All functions of the environment, by name; those of other products too. */
export const readFunctions = async (cloud: Cloud): Promise<Map<string, ActualFunction>> => {
  const names = await readNames(cloud);
  const found = await each(names, name => readFunction(cloud, name));
  return new Map(found.map(one => [one.name, one]));
};

const PAGE = 100;

/** By pages: the library's call for all of them loses the codes of errors. */
const readNames = async ({ call, envId }: Cloud): Promise<string[]> => {
  const names: string[] = [];
  for (;;) {
    const { Functions: page, TotalCount } = await call<{
      Functions: { FunctionName: string }[];
      TotalCount: number;
    }>('scf', 'ListFunctions', { Namespace: envId, Offset: names.length, Limit: PAGE });
    names.push(...page.map(({ FunctionName }) => FunctionName));
    if (page.length === 0 || names.length >= TotalCount) return names;
  }
};

export const readFunction = async (
  { library, attempt }: Cloud,
  name: string,
): Promise<ActualFunction> => {
  const detail = (await attempt('GetFunction', () =>
    library.functions.getFunctionDetail(name),
  )) as unknown as Detail;
  const { EipStatus, EipAddress = [] } = detail.PublicNetConfig?.EipConfig ?? {};
  return {
    name,
    status: detail.Status,
    reasons: (detail.StatusReasons ?? []).map(
      ({ ErrorCode, ErrorMessage }) => `${ErrorCode}: ${ErrorMessage}`,
    ),
    memory: detail.MemorySize,
    timeout: detail.Timeout,
    runtime: detail.Runtime,
    description: detail.Description ?? '',
    variables: Object.fromEntries(
      (detail.Environment?.Variables ?? []).map(({ Key, Value }) => [Key, Value]),
    ),
    ...(EipStatus === 'ENABLE' && { addresses: EipAddress }),
    timers: (detail.Triggers ?? [])
      .filter(({ Type }) => Type === 'timer')
      .map(({ TriggerName, TriggerDesc, Enable }) => ({
        name: TriggerName,
        config: cronOf(TriggerDesc),
        isOff: Enable === 0,
      })),
  };
};

/** `0 * * * * * *`, which the platform answers as `{"cron":"0 * * * * * *"}`. */
const cronOf = (description: string): string => {
  try {
    return (JSON.parse(description) as { cron?: string }).cron ?? description;
  } catch {
    return description;
  }
};

/**
 * The platform allows letters, digits, spaces, `,` and `.` in it.
 * @param code the hash of the code that it runs; none while it is being changed, so that an interrupted change is
 *   repeated
 */
export const descriptionOf = (code?: string): string =>
  code ? `${PRODUCT}, code ${code}` : PRODUCT;

/** Its last creation or change came to nothing, e.g. because a package could not be installed. */
export const hasFailed = ({ status }: ActualFunction): boolean => status.endsWith('Failed');

export const isOurs = ({ description }: ActualFunction): boolean => description.startsWith(PRODUCT);

/** Functions of other versions of this product, which the release no longer, or not yet, has. */
export const undeclared = (
  functions: ReadonlyMap<string, ActualFunction>,
  release: Release,
): ActualFunction[] => {
  const declared = new Set(release.functions.map(({ name }) => name));
  return [...functions.values()].filter(one => !declared.has(one.name) && isOurs(one));
};

/**
 * Those of them that only the platform or another service calls: no page that is still open needs them. Functions for
 * clients stay.
 */
export const removable = ({
  functions,
  release,
  versions: { kept },
}: {
  functions: ReadonlyMap<string, ActualFunction>;
  release: Release;
  versions: Pick<Versions, 'kept'>;
}): ActualFunction[] => {
  const isBackground = (name: string) =>
    kept.some(version => version.functions.some(one => one.name === name && one.rule === false));
  return undeclared(functions, release).filter(({ name }) => isBackground(name));
};

export type FunctionsNow = () => Promise<ReadonlyMap<string, ActualFunction>>;

/** The environment's functions as they are now: asking for each takes long, so it is done once after what changes them. */
export const functionsNow = ({
  cloud,
  functions,
}: {
  cloud: Cloud;
  functions: ReadonlyMap<string, ActualFunction>;
}) => {
  let known: ReturnType<FunctionsNow> | undefined = Promise.resolve(functions);
  const forgetting = (step: Step): Step => {
    const { run } = step;
    if (!run) return step;
    return { ...step, run: () => run().finally(() => (known = undefined)) };
  };
  return {
    read: () => (known ??= readFunctions(cloud)),
    /** The part whose steps change them. */
    afterwards: (part: Part): Part => ({
      ...part,
      plan: async () => (await part.plan()).map(forgetting),
    }),
  };
};
