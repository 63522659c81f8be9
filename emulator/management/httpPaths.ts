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
  hasHosting(): boolean;
}

/**
 * HTTP access to functions: `…HTTPServiceRoute`, and the calls before it, `…CloudBaseGWAPI` and
 * `DescribeCloudBaseGWService`.
 */
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

  const checkPath = (path: string) => {
    if (!/^\/[^?#]*$/.test(path) || path.includes('//'))
      throw new PlatformError('InvalidParameter.InvalidPath', `Path ${path} is not valid`);
    return path;
  };
  const checkEnv = (params: Params) => checkEnvironment(environment, params.text('EnvId'));
  const domainIn = (params: Params): Params => {
    checkEnv(params);
    const domain = params.optionalObject('Domain');
    if (!domain)
      throw new PlatformError(
        'MissingParameter',
        'The request is missing a required parameter `Domain`.',
      );
    if (domain.text('Domain') !== options.address())
      throw new PlatformError('ResourceNotFound', `Domain ${domain.text('Domain')} not exists`);
    return domain;
  };
  const routeOf = ([Path, { functionName, needsSignIn, cutsPath, isOff, isSafe }]: [
    string,
    HttpPath,
  ]) => ({
    Path,
    PathRewrite: {},
    UpstreamResourceType: 'SCF',
    UpstreamResourceName: functionName,
    Enable: isOff !== true,
    EnableAuth: needsSignIn === true,
    EnableSafeDomain: isSafe === true,
    EnablePathTransmission: cutsPath !== true,
  });

  return {
    'tcb.DescribeHTTPServiceRoute'(params) {
      checkEnv(params);
      const names = params
        .objects('Filters')
        .filter(one => one.text('Name') === 'DomainType')
        .flatMap(one => one.texts('Values'));
      const domain = (DomainType: string, Routes: object[]) => ({
        Domain: options.address(),
        DomainType,
        AccessType: 'DIRECT',
        Cname: '',
        IsDefault: true,
        Enable: true,
        Protocol: 'HTTP_AND_HTTPS',
        Status: 'SUCCESS',
        DNSStatus: 'OK',
        Routes,
      });
      const all = [
        domain('HTTPSERVICE', paths.all().map(routeOf)),
        ...(options.hasHosting() ? [domain('STATIC_STORE', [])] : []),
      ].filter(({ DomainType }) => names.length === 0 || names.includes(DomainType));
      const offset = params.optionalNumber('Offset') ?? 0;
      const limit = params.optionalNumber('Limit') ?? 20;
      if (limit > 1000) throw new PlatformError('InvalidParameter', 'Limit is 1000 at most');
      return {
        Domains: all.slice(offset, offset + limit),
        OriginDomain: options.address(),
        TotalCount: all.length,
      };
    },
    'tcb.CreateHTTPServiceRoute'(params) {
      const routes = domainIn(params).objects('Routes');
      if (routes.length > 20) throw new PlatformError('InvalidParameter', '20 routes at most');
      for (const route of routes) {
        const path = checkPath(route.text('Path'));
        if (paths.get(path))
          throw new PlatformError('InvalidParameter', `Route ${path} already exists`);
        if (route.text('UpstreamResourceType') !== 'SCF')
          throw new PlatformError('FailedOperation', 'An error has occurred');
      }
      for (const route of routes)
        put(route.text('Path'), {
          id: randomUUID(),
          functionName: route.text('UpstreamResourceName'),
          createdAt: clock.now(),
          needsSignIn: route.optionalFlag('EnableAuth') ?? false,
          cutsPath: !(route.optionalFlag('EnablePathTransmission') ?? false),
          isSafe: route.optionalFlag('EnableSafeDomain') ?? true,
          isOff: !(route.optionalFlag('Enable') ?? true),
        });
      return {};
    },
    'tcb.ModifyHTTPServiceRoute'(params) {
      for (const route of domainIn(params).objects('Routes')) {
        const path = route.text('Path');
        const before = paths.get(path);
        if (!before) throw new PlatformError('ResourceNotFound', `Route ${path} not exists`);
        const [auth, passes, safe, on] = [
          route.optionalFlag('EnableAuth'),
          route.optionalFlag('EnablePathTransmission'),
          route.optionalFlag('EnableSafeDomain'),
          route.optionalFlag('Enable'),
        ];
        put(path, {
          ...before,
          functionName: route.optionalText('UpstreamResourceName') ?? before.functionName,
          ...(auth !== undefined && { needsSignIn: auth }),
          ...(passes !== undefined && { cutsPath: !passes }),
          ...(safe !== undefined && { isSafe: safe }),
          ...(on !== undefined && { isOff: !on }),
        });
      }
      return {};
    },
    'tcb.DeleteHTTPServiceRoute'(params) {
      checkEnv(params);
      if (params.text('Domain') !== options.address())
        throw new PlatformError('ResourceNotFound', `Domain ${params.text('Domain')} not exists`);
      const asked = params.texts('Paths');
      // Without paths the domain goes, with all that is below it.
      for (const [path] of paths.all())
        if (asked.length === 0 || asked.includes(path)) {
          paths.remove(path);
          delete live[path];
        }
      return {};
    },
    'tcb.CreateCloudBaseGWAPI'(params) {
      check(params);
      const path = checkPath(params.text('Path'));
      const functionName = params.text('Name');
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
