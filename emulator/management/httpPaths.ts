import { randomUUID } from 'node:crypto';
import { type EmulatorConfig, type HttpPathConfig, PlatformError } from '../types.ts';
import { type Managed, ofEnvironment } from './environment.ts';
import { type Actions, missing, type Params } from './params.ts';

interface HttpPath extends HttpPathConfig {
  id: string;
  createdAt: number;
}

/** A domain of the owner's. Its routes are kept; locally nobody calls by its name. */
interface OwnDomain {
  certificate: string;
  protocol: string;
  /** Epoch milliseconds from which it is bound. */
  boundFrom: number;
  routes: Record<string, unknown>[];
}

export interface HttpPathOptions extends Managed {
  config: EmulatorConfig;
  /** Host and port under which the paths are. */
  address(): string;
  hasHosting(): boolean;
}

/**
 * HTTP access to functions: `…HTTPServiceRoute`, and the calls before it, `…CloudBaseGWAPI` and
 * `DescribeCloudBaseGWService`.
 */
export function httpPathActions(options: HttpPathOptions): Actions {
  const { environment, config, clock, conditions } = options;
  const paths = options.records<HttpPath>('httpPath');
  const live = (config.httpPaths ??= {});
  const put = (path: string, httpPath: HttpPath) => {
    paths.put(path, httpPath);
    live[path] = httpPath;
  };
  for (const [path, httpPath] of paths.all()) live[path] = httpPath;

  const checkPath = (path: string) => {
    if (!/^\/[^?#]*$/.test(path) || path.includes('//'))
      throw new PlatformError('InvalidParameter.InvalidPath', `Path ${path} is not valid`);
    return path;
  };
  const ownDomains = options.records<OwnDomain>('ownDomain');
  const service = options.records<{ on: boolean; shownFrom: number }>('httpService');
  const switchService = () => {
    config.isHttpAccessOff = service.get('service')?.on !== true;
  };
  switchService();

  const checkDomain = (domain: string, certificate: string | undefined) => {
    const { certificates, isOwned } = conditions.domains;
    const checked = (isGood: boolean, Code: string, Message: string) =>
      isGood ? { Status: 'PASS', Code: '', Message: '' } : { Status: 'FAIL', Code, Message };
    const skipped = { Status: 'SKIPPED', Code: '', Message: '' };
    const checks = {
      Ownership: checked(
        isOwned,
        'OWNERSHIP_DNS_LOOKUP_FAILED',
        `add the TXT record _cloudbase.${domain}`,
      ),
      Cert:
        certificate === undefined
          ? skipped
          : checked(
              certificates.includes(certificate),
              'CERT_VERIFY_FAILED',
              'no such certificate',
            ),
      Quota: skipped,
      RouteConflict: skipped,
      DomainConflict: checked(ownDomains.get(domain) === undefined, 'DOMAIN_IN_USE', 'is bound'),
    };
    const isPassed = Object.values(checks).every(({ Status }) => Status !== 'FAIL');
    return { Passed: isPassed, ...checks };
  };

  const createDomain = (domain: Params) => {
    const name = domain.text('Domain');
    const certificate = domain.text('CertId');
    const checks = checkDomain(name, certificate);
    if (!checks.Passed)
      throw new PlatformError('InvalidParameter', `Domain ${name}: ${JSON.stringify(checks)}`);
    ownDomains.put(name, {
      certificate,
      protocol: domain.optionalText('Protocol') ?? 'HTTP_AND_HTTPS',
      boundFrom: clock.now() + conditions.delays.domain,
      routes: domain.objects('Routes').map(ownRoute),
    });
    return {};
  };

  const ownDomainOf = ([Domain, own]: [string, OwnDomain]) => ({
    Domain,
    DomainType: own.routes.some(route => route['UpstreamResourceType'] === 'STATIC_STORE')
      ? 'STATIC_STORE'
      : 'HTTPSERVICE',
    AccessType: 'DIRECT',
    CertId: own.certificate,
    Cname: `${Domain}.cname.example.com`,
    IsDefault: false,
    Enable: true,
    Protocol: own.protocol,
    Status: clock.now() < own.boundFrom ? 'PROCESSING' : 'SUCCESS',
    DNSStatus: conditions.domains.dns,
    Routes: own.routes,
  });

  const domainIn = (params: Params): Params => {
    const domain = params.optionalObject('Domain');
    if (domain) return domain;
    throw missing('Domain');
  };
  const isDefault = (domain: Params) => domain.text('Domain') === options.address();
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
    ...ofEnvironment(environment, {
      'tcb.DescribeHTTPServiceRoute'(params) {
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
          // Only once the service has been switched on.
          ...((service.get('service')?.shownFrom ?? Infinity) <= clock.now()
            ? [domain('HTTPSERVICE', paths.all().map(routeOf))]
            : []),
          ...(options.hasHosting() ? [domain('STATIC_STORE', [])] : []),
          ...ownDomains.all().map(ownDomainOf),
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
        const domain = domainIn(params);
        const routes = domain.objects('Routes');
        if (routes.length > 20) throw new PlatformError('InvalidParameter', '20 routes at most');
        if (!isDefault(domain)) return createDomain(domain);
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
        const domain = domainIn(params);
        const own = ownDomains.get(domain.text('Domain'));
        if (!own && !isDefault(domain))
          throw new PlatformError('ResourceNotFound', `Domain ${domain.text('Domain')} not exists`);
        if (own) {
          const changed = domain.objects('Routes').map(ownRoute);
          const kept = own.routes.filter(
            route => !changed.some(other => other['Path'] === route['Path']),
          );
          ownDomains.put(domain.text('Domain'), {
            ...own,
            certificate: domain.optionalText('CertId') ?? own.certificate,
            routes: [...kept, ...changed],
          });
          return {};
        }
        for (const route of domain.objects('Routes')) {
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
        const asked = params.texts('Paths');
        if (params.text('Domain') !== options.address()) {
          if (asked.length === 0 && ownDomains.remove(params.text('Domain'))) return {};
          throw new PlatformError('ResourceNotFound', `Domain ${params.text('Domain')} not exists`);
        }
        // Without paths the domain goes, with all that is below it.
        for (const [path] of paths.all())
          if (asked.length === 0 || asked.includes(path)) {
            paths.remove(path);
            delete live[path];
          }
        return {};
      },
      'tcb.VerifyHTTPServiceRoute'(params) {
        const domain = domainIn(params);
        return checkDomain(domain.text('Domain'), domain.optionalText('CertId'));
      },
    }),
    ...ofEnvironment(
      environment,
      {
        'tcb.DescribeCloudBaseGWPrivilege'() {
          return { EnableService: service.get('service')?.on === true, EnableAuth: false };
        },
        'tcb.ModifyCloudBaseGWPrivilege'(params) {
          const option = params.objects('Options').find(one => one.text('Key') === 'serviceswitch');
          if (!option)
            throw new PlatformError('InvalidParameter', 'Only `serviceswitch` is known.');
          const { shownFrom = clock.now() + conditions.delays.httpAccess } =
            service.get('service') ?? {};
          service.put('service', { on: option.text('Value') === 'true', shownFrom });
          switchService();
          return {};
        },
        'tcb.CreateCloudBaseGWAPI'(params) {
          const path = checkPath(params.text('Path'));
          const functionName = params.text('Name');
          if (params.optionalNumber('Type') !== 1)
            throw new PlatformError(
              'InvalidParameter.APITypeNotSupport',
              'Only functions are known.',
            );
          if (paths.get(path))
            throw new PlatformError('InvalidParameter.APICreated', `API ${path} is created`);
          const id = randomUUID();
          put(path, { id, functionName, needsSignIn: false, createdAt: clock.now() });
          return { APIId: id };
        },
        'tcb.DescribeCloudBaseGWAPI'(params) {
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
          const ids = params.texts('APIIdSet');
          const option = params.objects('Options').find(one => one.text('Key') === 'authswitch');
          if (!option) throw new PlatformError('InvalidParameter', 'Only `authswitch` is known.');
          const needsSignIn = option.text('Value') === 'true';
          for (const [path, each] of paths.all())
            if (ids.includes(each.id)) put(path, { ...each, needsSignIn });
          return {};
        },
        'tcb.DeleteCloudBaseGWAPI'(params) {
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
        'tcb.DescribeCloudBaseGWService'() {
          return {
            ServiceSet: [],
            EnableRegion: true,
            DefaultDomain: options.address(),
            EnableUnion: false,
          };
        },
      },
      'ServiceId',
    ),
  };
}

const ownRoute = (route: Params): Record<string, unknown> => ({
  Path: route.text('Path'),
  UpstreamResourceType: route.text('UpstreamResourceType'),
  UpstreamResourceName: route.optionalText('UpstreamResourceName') ?? '',
  Enable: route.optionalFlag('Enable') ?? true,
  EnableAuth: route.optionalFlag('EnableAuth') ?? false,
  EnableSafeDomain: route.optionalFlag('EnableSafeDomain') ?? true,
  EnablePathTransmission: route.optionalFlag('EnablePathTransmission') ?? false,
});
