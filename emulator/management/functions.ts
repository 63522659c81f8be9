import { randomUUID } from 'node:crypto';
import type { FunctionRunner } from '../functions/runner.ts';
import { type EmulatorConfig, FUNCTION_NAME, type InvokeRule, PlatformError } from '../types.ts';
import { type Code, type CodeStore, type Reason } from './code.ts';
import { checkEnvironment, type Managed, platformTime } from './environment.ts';
import {
  checkHandler,
  flagIn,
  HANDLER,
  readInlineCode,
  readTrigger,
  readTriggers,
  settingsIn,
  usualSettings,
} from './functionParams.ts';
import type { Actions, Params } from './params.ts';

interface Trigger {
  name: string;
  /** Seven fields. */
  cron: string;
  addTime: number;
  /** Switched off, e.g. in the console. */
  isOff?: boolean;
}

interface FunctionRecord {
  id: string;
  description: string;
  runtime: string;
  memory: number;
  timeout: number;
  variables: Record<string, string>;
  installDependency: boolean;
  hasFixedAddress: boolean;
  code: Code;
  /** What runs until the change is complete. */
  before?: string;
  reasons: Reason[];
  change: { name: 'Creating' | 'Updating'; until: number };
  triggers: Trigger[];
  addTime: number;
  modTime: number;
}

const PAGE = 20;
/** From which all functions of the environment call that have a fixed one. */
const FIXED_ADDRESS = '203.0.113.20';

export interface FunctionActionsOptions extends Managed {
  code: CodeStore;
  /** The configuration that all parts read. */
  config: EmulatorConfig;
  ruleOf(name: string): InvokeRule | undefined;
  /** Called when functions or timers have changed. */
  changed(): void;
  runner(): Pick<FunctionRunner, 'invoke'>;
  base(): string;
  /** An uploaded archive, by the name of its object. */
  uploaded(objectName: string): Promise<Buffer | undefined>;
  /** Where an archive can be fetched. */
  addressOf(name: string, hash: string): string;
}

/** Functions and their timers, of the services `scf` and `tcb`. */
export async function functionActions(options: FunctionActionsOptions): Promise<Actions> {
  const { environment, conditions, clock, code, config } = options;
  const functions = options.records<FunctionRecord>('function');

  const isBusy = ({ change }: FunctionRecord) => change.until > clock.now();

  /** Makes a function known to all parts; they read what changes with time when they need it. */
  const publish = (name: string) => {
    const record = functions.get(name);
    if (!record) delete config.functions[name];
    else
      config.functions[name] = {
        memory: record.memory,
        timeout: record.timeout,
        environment: record.variables,
        timers: record.triggers
          .filter(({ isOff }) => !isOff)
          .map(trigger => ({ name: trigger.name, config: trigger.cron })),
        get dir() {
          return code.folderOf(name, isBusy(record) ? (record.before ?? 'none') : record.code.hash);
        },
        get rule() {
          return options.ruleOf(name);
        },
      };
    options.changed();
  };
  for (const [name] of functions.all()) publish(name);
  await code.sweep((name, hash) => {
    const record = functions.get(name);
    return record?.code.hash === hash || record?.before === hash;
  });

  const store = (name: string, record: FunctionRecord) => {
    functions.put(name, record);
    publish(name);
  };

  const checkNamespace = (params: Params) => {
    const namespace = params.text('Namespace');
    if (namespace !== environment.envId)
      throw new PlatformError('ResourceNotFound.Namespace', `Namespace ${namespace} not found.`);
  };

  const find = (params: Params): [name: string, record: FunctionRecord] => {
    checkNamespace(params);
    const name = params.text('FunctionName');
    const record = functions.get(name);
    if (record) return [name, record];
    throw new PlatformError('ResourceNotFound.Function', `未找到指定的Function，请创建后再试。`);
  };

  /** @param operation ends the code of the error when the function is not ready */
  const findReady = (params: Params, operation: string): [name: string, record: FunctionRecord] => {
    const [name, record] = find(params);
    const status = statusOf(record);
    if (status === 'Active' || status === 'UpdateFailed') return [name, record];
    throw new PlatformError(
      `FailedOperation.${operation}`,
      `当前函数处于${status}状态，无法进行此操作，请稍后重试。`,
    );
  };

  const statusOf = (record: FunctionRecord): string => {
    if (isBusy(record)) return record.change.name;
    if (record.reasons.length === 0) return 'Active';
    return record.change.name === 'Creating' ? 'CreateFailed' : 'UpdateFailed';
  };

  const archiveOf = async (params: Params): Promise<Buffer> => {
    const given = params.optionalObject('Code');
    if (!given) throw new PlatformError('MissingParameter.Code', 'Code is not passed in.');
    const inline = given.optionalText('ZipFile');
    if (inline !== undefined) return readInlineCode(inline);
    const object = given.optionalText('TempCosObjectName');
    const archive = object === undefined ? undefined : await options.uploaded(object);
    if (archive) return archive;
    throw new PlatformError(
      'InvalidParameterValue.TempCosObjectName',
      'The TempCosObjectName is invalid.',
    );
  };

  const unpack = async (name: string, params: Params, installDependency: boolean) =>
    code.unpack(name, await archiveOf(params), installDependency);

  const changing = (name: 'Creating' | 'Updating') => ({
    name,
    until: clock.now() + conditions.delays.function,
  });

  const create = async (params: Params) => {
    checkNamespace(params);
    const name = params.text('FunctionName');
    if (!FUNCTION_NAME.test(name))
      throw new PlatformError('InvalidParameter.FunctionName', 'FunctionName is not valid.');
    if (functions.get(name))
      throw new PlatformError('ResourceInUse.Function', `Function ${name} already exists.`);
    if (functions.all().length >= conditions.limits.functions)
      throw new PlatformError('LimitExceeded.Function', '函数数量超出最大限制。');
    const settings = { ...usualSettings(), ...settingsIn(params, conditions.runtimes) };
    const made = await unpack(name, params, settings.installDependency);
    if (functions.get(name))
      throw new PlatformError('ResourceInUse.Function', `Function ${name} already exists.`);
    const now = clock.now();
    const change = changing('Creating');
    const times = { addTime: now, modTime: now };
    store(name, {
      id: `lam-${randomUUID().slice(0, 8)}`,
      ...settings,
      ...made,
      change,
      triggers: [],
      ...times,
    });
    return { FunctionId: functions.get(name)!.id };
  };

  const updateCode = async (params: Params) => {
    const [name, record] = findReady(params, 'UpdateFunctionCode');
    checkHandler(params);
    const installDependency = flagIn(params, 'InstallDependency') ?? record.installDependency;
    const made = await unpack(name, params, installDependency);
    const [, now] = findReady(params, 'UpdateFunctionCode');
    store(name, {
      ...now,
      ...made,
      installDependency,
      before: now.code.hash,
      change: changing('Updating'),
      modTime: clock.now(),
    });
    return {};
  };

  const updateConfiguration = (params: Params) => {
    const [name, record] = findReady(params, 'UpdateFunctionConfiguration');
    store(name, {
      ...record,
      ...settingsIn(params, conditions.runtimes),
      before: record.code.hash,
      change: changing('Updating'),
      modTime: clock.now(),
    });
    return {};
  };

  const addTriggers = (params: Params, given: Params[]) => {
    const [name, record] = findReady(params, 'CreateTrigger');
    const triggers = [...record.triggers];
    for (const each of given) {
      const trigger = { ...readTrigger(each), addTime: clock.now() };
      if (triggers.some(other => other.name === trigger.name))
        throw new PlatformError('ResourceInUse.TriggerName', `${trigger.name} already exists.`);
      triggers.push(trigger);
    }
    if (triggers.length > conditions.limits.triggers)
      throw new PlatformError('LimitExceeded.Trigger', '触发器数量超出最大限制。');
    store(name, { ...record, triggers, modTime: clock.now() });
    return triggers.slice(record.triggers.length);
  };

  /** @param change what takes the place of the one that is named */
  const changeTrigger = (
    params: Params,
    operation: string,
    change: (trigger: Trigger) => Trigger[],
  ) => {
    const [name, record] = findReady(params, operation);
    const wanted = params.text('TriggerName');
    if (!record.triggers.some(trigger => trigger.name === wanted))
      throw new PlatformError('ResourceNotFound.Trigger', 'The trigger does not exist.');
    const triggers = record.triggers.flatMap(trigger =>
      trigger.name === wanted ? change(trigger) : [trigger],
    );
    store(name, { ...record, triggers, modTime: clock.now() });
    return {};
  };

  const listed = () =>
    functions.all().map(([name, record]) => ({
      FunctionId: record.id,
      FunctionName: name,
      Namespace: environment.envId,
      Description: record.description,
      Runtime: record.runtime,
      Type: 'Event',
      Status: statusOf(record),
      StatusDesc: '',
      AddTime: platformTime(record.addTime),
      ModTime: platformTime(record.modTime),
      Tags: [],
    }));

  const page = (params: Params) => {
    const offset = params.optionalNumber('Offset') ?? 0;
    const all = listed();
    const Functions = all.slice(offset, offset + (params.optionalNumber('Limit') ?? PAGE));
    return { Functions, TotalCount: all.length };
  };

  const details = (params: Params) => {
    const [name, record] = find(params);
    const { code: deployed, variables } = record;
    return {
      ...listed().find(({ FunctionName }) => FunctionName === name),
      Handler: HANDLER,
      CodeSize: deployed.size,
      CodeInfo: '',
      CodeResult: record.reasons.length === 0 ? 'success' : 'failed',
      CodeError: '',
      ErrNo: 0,
      FunctionVersion: '$LATEST',
      MemorySize: record.memory,
      Timeout: record.timeout,
      Role: 'TCB_QcsRole',
      InstallDependency: record.installDependency ? 'TRUE' : 'FALSE',
      StatusReasons: isBusy(record) ? [] : record.reasons,
      PublicNetConfig: {
        PublicNetStatus: 'ENABLE',
        EipConfig: {
          EipStatus: record.hasFixedAddress ? 'ENABLE' : 'DISABLE',
          EipAddress: record.hasFixedAddress ? [FIXED_ADDRESS] : [],
        },
      },
      VpcConfig: { VpcId: '', SubnetId: '' },
      Environment: {
        Variables: Object.entries(variables).map(([Key, Value]) => ({ Key, Value })),
      },
      Triggers: record.triggers.map(triggerOf),
      Layers: [],
    };
  };

  return {
    'scf.GetAccount': () => ({
      AccountLimit: {
        NamespacesCount: 2,
        Namespace: [
          // Other software of the account; its figures do not count for this environment.
          { Namespace: 'default', FunctionsCount: 5, Trigger: { Timer: 1 } },
          {
            Namespace: environment.envId,
            FunctionsCount: conditions.reportsLimits ? conditions.limits.functions : 0,
            Trigger: { Timer: conditions.reportsLimits ? conditions.limits.triggers : 0 },
          },
        ],
      },
      AccountUsage: {
        NamespacesCount: 1,
        Namespace: [
          {
            Namespace: environment.envId,
            FunctionsCount: functions.all().length,
            Functions: functions.all().map(([name]) => name),
          },
        ],
      },
    }),
    'scf.CreateFunction': create,
    'scf.UpdateFunctionCode': updateCode,
    'scf.UpdateFunctionConfiguration': updateConfiguration,
    'scf.GetFunction': details,
    'scf.DeleteFunction'(params) {
      const [name] = find(params);
      functions.remove(name);
      publish(name);
      return {};
    },
    'scf.ListFunctions'(params) {
      checkNamespace(params);
      return page(params);
    },
    'tcb.ListFunctions'(params) {
      checkEnvironment(environment, params.text('EnvId'));
      return page(params);
    },
    'scf.GetFunctionAddress'(params) {
      const [name, { code: deployed }] = find(params);
      return { Url: options.addressOf(name, deployed.hash), CodeSha256: deployed.sha256 };
    },
    'scf.CreateTrigger'(params) {
      const [trigger] = addTriggers(params, [params]);
      return { TriggerInfo: triggerOf(trigger!) };
    },
    'scf.BatchCreateTrigger'(params) {
      addTriggers(params, readTriggers(params.text('Triggers')));
      return { ReturnValue: 0 };
    },
    'scf.ListTriggers'(params) {
      const [, { triggers }] = find(params);
      return { Triggers: triggers.map(triggerOf), TotalCount: triggers.length };
    },
    'scf.UpdateTriggerStatus': params =>
      changeTrigger(params, 'UpdateTriggerStatus', trigger => [
        { ...trigger, isOff: params.text('Enable') === 'CLOSE' },
      ]),
    'scf.DeleteTrigger': params => changeTrigger(params, 'DeleteTrigger', () => []),
    async 'scf.Invoke'(params) {
      const [name] = find(params);
      const requestId = randomUUID();
      const event = params.optionalText('ClientContext') ?? '{}';
      const call = { name, event, caller: null, ip: '', requestId, base: options.base() };
      const result = (RetMsg: string, ErrMsg: string) => ({
        Result: {
          FunctionRequestId: requestId,
          RetMsg,
          ErrMsg,
          InvokeResult: ErrMsg === '' ? 0 : 1,
          Log: '',
        },
      });
      try {
        const answer = await options.runner().invoke(call);
        return result(Buffer.from(answer.body).toString('utf8'), '');
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        return result('', error.message);
      }
    },
  };
}

/** As `GetFunction` shows it: the schedule is wrapped in JSON. */
function triggerOf({ name, cron, addTime, isOff = false }: Trigger): object {
  return {
    TriggerName: name,
    Type: 'timer',
    TriggerDesc: JSON.stringify({ cron }),
    Enable: isOff ? 0 : 1,
    CustomArgument: '',
    Qualifier: '$DEFAULT',
    AddTime: platformTime(addTime),
    ModTime: platformTime(addTime),
  };
}
