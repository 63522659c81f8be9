import { randomUUID } from 'node:crypto';
import { type Clock, type EmulatorConfig, type HttpPathConfig, PlatformError } from '../types.ts';
import { checkEnvironment, type Environment } from './environment.ts';
import type { Actions, Params } from './params.ts';
import type { OpenRecords } from './records.ts';

interface HttpPath extends HttpPathConfig {
  id: string;
  createdAt: number;
}

export interface HttpPathOptions {
  environment: Environment;
  records: OpenRecords;
  config: EmulatorConfig;
  clock: Clock;
  /** Host and port under which the paths are. */
  address(): string;
}

/** HTTP access to functions: `…CloudBaseGWAPI`, `DescribeCloudBaseGWService`. */
export function httpPathActions(options: HttpPathOptions): Actions {
  const { environment, config, clock } = options;
  const paths = options.records<HttpPath>('httpPath');
  const live = (config.httpPaths ??= {});
  const put = (path: string, httpPath: HttpPath) => {
    paths.put(path, httpPath);
    live[path] = httpPath;
  };
  for (const [path, httpPath] of paths.all()) live[path] = httpPath;

  const check = (params: Params) => checkEnvironment(environment, params.text('ServiceId'));

  return {
    'tcb.CreateCloudBaseGWAPI'(params) {
      check(params);
      const path = params.text('Path');
      const functionName = params.text('Name');
      if (!/^\/[^?#]*$/.test(path) || path.includes('//'))
        throw new PlatformError('InvalidParameter.InvalidPath', `Path ${path} is not valid`);
      if (params.optionalNumber('Type') !== 1)
        throw new PlatformError('InvalidParameter.APITypeNotSupport', 'Only functions are known.');
      if (paths.get(path))
        throw new PlatformError('InvalidParameter.APICreated', `API ${path} is created`);
      const id = randomUUID();
      put(path, { id, functionName, needsSignIn: false, createdAt: clock.now() });
      return { APIId: id };
    },
    'tcb.DescribeCloudBaseGWAPI'(params) {
      check(params);
      const [path, name] = [params.optionalText('Path'), params.optionalText('Name')];
      const offset = params.optionalNumber('Offset') ?? 0;
      const found = paths
        .all()
        .filter(([each]) => path === undefined || each === path)
        .filter(([, { functionName }]) => name === undefined || functionName === name);
      const APISet = found
        .slice(offset, offset + (params.optionalNumber('Limit') ?? 100))
        .map(([Path, { id, functionName, createdAt, needsSignIn }]) => ({
          ServiceId: environment.envId,
          EnvId: environment.envId,
          APIId: id,
          Path,
          Type: 1,
          Name: functionName,
          CreateTime: Math.floor(createdAt / 1000),
          EnableAuth: needsSignIn ?? false,
          PathTransmission: 1,
          Domain: '*',
        }));
      return { APISet, Total: found.length, Offset: offset, Limit: 100 };
    },
    'tcb.ModifyCloudBaseGWAPIPrivilegeBatch'(params) {
      check(params);
      const ids = params.texts('APIIdSet');
      const option = params.objects('Options').find(one => one.text('Key') === 'authswitch');
      if (!option) throw new PlatformError('InvalidParameter', 'Only `authswitch` is known.');
      const needsSignIn = option.text('Value') === 'true';
      for (const [path, each] of paths.all())
        if (ids.includes(each.id)) put(path, { ...each, needsSignIn });
      return {};
    },
    'tcb.DeleteCloudBaseGWAPI'(params) {
      check(params);
      const [id, name] = [params.optionalText('APIId'), params.optionalText('Name')];
      if (id === undefined && name === undefined)
        throw new PlatformError('MissingParameter', 'APIId or Name is required');
      for (const [path, each] of paths.all()) {
        if (id !== undefined && each.id !== id) continue;
        if (name !== undefined && each.functionName !== name) continue;
        paths.remove(path);
        delete live[path];
      }
      return {};
    },
    'tcb.DescribeCloudBaseGWService'(params) {
      check(params);
      return {
        ServiceSet: [],
        EnableRegion: true,
        DefaultDomain: options.address(),
        EnableUnion: false,
      };
    },
  };
}
