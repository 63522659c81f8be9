import { parseCron } from '../functions/cron.ts';
import { PlatformError } from '../types.ts';
import { Params } from './params.ts';

export const HANDLER = 'index.main';
const VARIABLE = /^[a-zA-Z][a-zA-Z0-9_]*$/;
/** Names that the platform keeps to itself. */
const SYSTEM_VARIABLE = /^(SCF_|QCLOUD_|TENCENTCLOUD_)/;
const VARIABLES_BYTES = 4096;
const ZIP_BYTES = 20 * 1024 * 1024;

/** What a function has where a call that creates it names nothing. */
export const usualSettings = () => ({
  description: '',
  runtime: 'Nodejs20.19',
  memory: 256,
  timeout: 3,
  variables: {},
  installDependency: false,
  hasFixedAddress: false,
});

/** The settings that a call names; what it does not name stays. */
export function settingsIn(
  params: Params,
  runtimes: string[],
): Partial<ReturnType<typeof usualSettings>> {
  checkHandler(params);
  const runtime = params.optionalText('Runtime');
  if (runtime !== undefined && !runtimes.includes(runtime))
    throw new PlatformError('InvalidParameterValue.Runtime', 'Runtime is not supported.');
  const memory = params.optionalNumber('MemorySize');
  if (memory !== undefined && !(memory === 64 || (memory >= 128 && memory % 128 === 0)))
    throw new PlatformError('InvalidParameterValue.MemorySize', 'MemorySize is not valid.');
  if (memory !== undefined && memory > 3072)
    throw new PlatformError('LimitExceeded.Memory', '内存超出最大限制。');
  const timeout = params.optionalNumber('Timeout');
  if (timeout !== undefined && (timeout < 1 || timeout > 900))
    throw new PlatformError('LimitExceeded.Timeout', 'Timeout超出最大限制。');
  const environment = params.optionalObject('Environment');
  // https://cloud.tencent.com/document/product/876/137946
  const eip = params.optionalObject('PublicNetConfig')?.optionalObject('EipConfig');
  const settings = {
    runtime,
    memory,
    timeout,
    description: params.optionalText('Description'),
    variables: environment && readVariables(environment),
    installDependency: flagIn(params, 'InstallDependency'),
    hasFixedAddress: eip && eip.text('EipStatus') === 'ENABLE',
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

export function checkHandler(params: Params): void {
  const handler = params.optionalText('Handler');
  if (handler !== undefined && handler !== HANDLER)
    throw new PlatformError('InvalidParameterValue.Handler', `Handler is ${HANDLER} here.`);
}

function readVariables(environment: Params): Record<string, string> {
  const list = environment
    .objects('Variables')
    .map(item => [item.text('Key'), item.optionalText('Value') ?? ''] as const);
  for (const [key] of list) {
    if (SYSTEM_VARIABLE.test(key))
      throw new PlatformError(
        'InvalidParameterValue.EnvironmentSystemProtect',
        `${key} is the platform's.`,
      );
    if (!VARIABLE.test(key))
      throw new PlatformError('InvalidParameterValue.Environment', `${key} is not a valid name.`);
  }
  const variables = Object.fromEntries(list);
  if (Buffer.byteLength(JSON.stringify(variables)) > VARIABLES_BYTES)
    throw new PlatformError(
      'InvalidParameterValue.EnvironmentExceededLimit',
      'The environment variables exceed 4 KB.',
    );
  return variables;
}

export function flagIn(params: Params, name: string): boolean | undefined {
  const text = params.optionalText(name);
  return text === undefined ? undefined : text === 'TRUE';
}

export function readInlineCode(text: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw new PlatformError(
      'InvalidParameterValue.ZipFileBase64BinasciiError',
      'Incorrect padding.',
    );
  const archive = Buffer.from(text, 'base64');
  if (archive.length > ZIP_BYTES)
    throw new PlatformError('InvalidParameterValue.InlineZipFile', 'The code is over 20 MB.');
  return archive;
}

export function readTriggers(text: string): Params[] {
  try {
    return new Params({ list: JSON.parse(text) as unknown }).objects('list');
  } catch {
    throw new PlatformError('InvalidParameterValue.Param', 'Triggers is not JSON.');
  }
}

export function readTrigger(params: Params): { name: string; cron: string } {
  const name = params.text('TriggerName');
  if (params.text('Type') !== 'timer')
    throw new PlatformError('InvalidParameterValue.Type', 'Only timers are known here.');
  if (!/^[a-zA-Z][a-zA-Z0-9_-]{0,99}$/.test(name))
    throw new PlatformError('InvalidParameterValue.TriggerName', 'TriggerName is not valid.');
  const cron = params.text('TriggerDesc');
  try {
    parseCron(cron);
  } catch (error) {
    throw new PlatformError('InvalidParameterValue.TriggerDesc', (error as Error).message);
  }
  return { name, cron };
}
