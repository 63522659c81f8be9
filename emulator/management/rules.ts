import { isObject } from '../http/body.ts';
import {
  type CollectionAcl,
  type EmulatorConfig,
  type InvokeRule,
  PlatformError,
} from '../types.ts';
import { changed, type Changing, inEffect } from './changing.ts';
import { type Managed, notForPostgresql, ofEnvironment } from './environment.ts';
import type { Actions } from './params.ts';

const NOT_ANONYMOUS = "auth.loginType != 'ANONYMOUS' && auth != null";
const KNOWN: InvokeRule[] = [true, false, 'true', 'false', 'auth != null', NOT_ANONYMOUS];
const FUNCTION_DEFAULT = JSON.stringify({ '*': { invoke: NOT_ANONYMOUS } });
const STORAGE_ACLS = ['READONLY', 'PRIVATE', 'ADMINWRITE', 'ADMINONLY'];

export interface Rules {
  actions: Actions;
  /** Who may call a function now. */
  ruleOf(functionName: string): InvokeRule | undefined;
}

export interface RulesOptions extends Managed {
  config: EmulatorConfig;
  /** Access of a collection; undefined where there is none of this name. */
  aclOf(collection: string): string | undefined;
  /** @throws PlatformError */
  setAcl(collection: string, acl: string): void;
}

/** Who may call functions, and touch files, from a client. */
export function openRules(options: RulesOptions): Rules {
  const { environment, conditions, clock, config } = options;
  const rules = options.records<Changing<string>>('rule');

  const now = (name: string, otherwise: string) => inEffect(clock, rules.get(name), otherwise);
  const change = (name: string, value: string, otherwise: string) => {
    const { rule: delay } = conditions.delays;
    rules.put(name, changed(clock, rules.get(name), { value, otherwise, delay }));
  };

  config.storage = {
    bucket: environment.storageBucket,
    get acl() {
      return now('storage', 'PRIVATE') as CollectionAcl;
    },
  };

  const checkBucket = (bucket: string) => {
    if (bucket !== environment.storageBucket)
      throw new PlatformError('ResourceNotFound', `Bucket[${bucket}] not exists`);
  };

  const changeStorage = (acl: string) => {
    if (!STORAGE_ACLS.includes(acl))
      throw new PlatformError('InvalidParameter', `AclTag: ${acl} is not known here`);
    if ((rules.get('storage')?.from ?? 0) > clock.now())
      throw new PlatformError(
        'ResourceInUse.FsACLJobUnDone',
        '云存储目前有后台任务正在执行，请稍后再重试。',
      );
    change('storage', acl, 'PRIVATE');
  };

  return {
    ruleOf(name) {
      const map = parseRules(now('functions', FUNCTION_DEFAULT));
      return (Object.hasOwn(map, name) ? map[name] : map['*'])?.invoke;
    },
    actions: ofEnvironment(environment, {
      'tcb.DescribeResourcePermission'(params) {
        if (conditions.databases === 'postgresql') throw notForPostgresql();
        const type = params.text('ResourceType');
        const asked = params.texts('Resources');
        if (asked.length > 100)
          throw new PlatformError('InvalidParameter', '100 resources at most');
        const item = (Resource: string, Permission: string, SecurityRule = '') => ({
          ResourceType: type,
          Resource,
          Permission,
          SecurityRule,
        });
        const all: Record<string, () => object[]> = {
          function: () => [item('', 'CUSTOM', rules.get('functions')?.value ?? FUNCTION_DEFAULT)],
          storage: () => [
            item(environment.storageBucket, rules.get('storage')?.value ?? 'PRIVATE'),
          ],
          collection: () =>
            asked.flatMap(name => {
              const acl = options.aclOf(name);
              return acl === undefined ? [] : [item(name, acl)];
            }),
        };
        const found = all[type]?.();
        if (!found) throw unknownType(type);
        return { Data: { TotalCount: found.length, PermissionList: found } };
      },
      'tcb.ModifyResourcePermission'(params) {
        if (conditions.databases === 'postgresql') throw notForPostgresql();
        const type = params.text('ResourceType');
        const permission = params.text('Permission');
        if (type === 'function') {
          if (permission !== 'CUSTOM')
            throw new PlatformError('InvalidParameter', 'Permission of functions is CUSTOM');
          const rule = params.text('SecurityRule');
          checkRules(rule);
          change('functions', rule, FUNCTION_DEFAULT);
        } else if (type === 'storage') {
          checkBucket(params.text('Resource'));
          changeStorage(permission);
        } else if (type === 'collection') {
          options.setAcl(params.text('Resource'), permission);
        } else throw unknownType(type);
        return { Data: { Success: true } };
      },
      'tcb.DescribeStorageSafeRule'(params) {
        checkBucket(params.text('Bucket'));
        return { AclTag: rules.get('storage')?.value ?? 'PRIVATE', Rule: '' };
      },
      'tcb.ModifyStorageSafeRule'(params) {
        checkBucket(params.text('Bucket'));
        changeStorage(params.text('AclTag'));
        return {};
      },
    }),
  };
}

type RuleMap = Record<string, { invoke: InvokeRule } | undefined>;

/** The last text that was read: rules are looked at with each call of a function. */
let parsed: { text: string; map: RuleMap } | undefined;
function parseRules(text: string): RuleMap {
  if (parsed?.text !== text) parsed = { text, map: JSON.parse(text) as RuleMap };
  return parsed.map;
}

const unknownType = (type: string) =>
  new PlatformError('InvalidParameter', `ResourceType: ${type} is not known here`);

/** @throws PlatformError for rules that are none, or of a form that the local platform does not know */
function checkRules(text: string): void {
  const wrong = (message: string) => new PlatformError('InvalidParameter', `Rule: ${message}`);
  let map: unknown;
  try {
    map = JSON.parse(text);
  } catch {
    throw wrong('not JSON');
  }
  if (!isObject(map) || !('*' in map)) throw wrong('needs a rule for "*"');
  for (const [name, rule] of Object.entries(map))
    if (!isObject(rule) || !KNOWN.includes(rule.invoke as InvokeRule))
      throw wrong(`${name}: not known here`);
}
