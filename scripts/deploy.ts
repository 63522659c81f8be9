/**
 * `npm run deploy -- --env ENV_ID [--plan] [--yes] [--rollback] [--drop-indexes] [--built DIR] [--print]
 * [--gateway own|all|by-hand] [--site-domain D --api-domain D --certificate ID] [--region R] [--endpoint URL]`
 * Brings an environment to what this repository declares: shows what it will create and change, asks once, and does it.
 * Interrupted, it is run again; run twice, it finds nothing to do. `--rollback` returns functions and site to the version
 * before; `--drop-indexes` removes the indexes that no kept version needs; `--built` deploys a build that is there. The
 * first administrator's one-time password is shown in a terminal, elsewhere only with `--print`. `--gateway` is about what
 * the platform lets through to functions, and kept for later. Credentials: `TENCENTCLOUD_SECRETID`,
 * `TENCENTCLOUD_SECRETKEY` (docs/operations.md).
 */
import { parseArgs } from 'node:util';
import { type GatewayWay, gatewayWays } from './deploy/gateway/ways.ts';
import type { OwnDomains } from './deploy/httpDomains.ts';
import { onCloud } from './deploy/onCloud.ts';
import { build } from './shared/built.js';
import { askYes, runCommand } from './shared/command.ts';
import { environmentOptions } from './shared/environment.ts';
import { readSecret } from './shared/readSecret.ts';

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      ...environmentOptions,
      plan: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      rollback: { type: 'boolean', default: false },
      built: { type: 'string' },
      'drop-indexes': { type: 'boolean', default: false },
      print: { type: 'boolean', default: false },
      gateway: { type: 'string' },
      'site-domain': { type: 'string' },
      'api-domain': { type: 'string' },
      certificate: { type: 'string' },
    },
  });
  if (!values.env)
    throw new Error(
      'npm run deploy -- --env ENV_ID [--plan] [--yes] [--rollback] [--drop-indexes] [--region ap-shanghai]',
    );
  if (values.rollback && values['drop-indexes'])
    throw new Error('--drop-indexes goes with a deployment, not with --rollback');
  const gatewayWay = readWay(values.gateway);
  const domains = readDomains(values['site-domain'], values['api-domain'], values.certificate);
  return onCloud(values, async cloud => {
    if (!values.rollback && !values.built) await build();
    const { deploy } = await import('./deploy/run.ts');
    const outcome = await deploy({
      cloud,
      planOnly: values.plan,
      rollback: values.rollback,
      dropIndexes: values['drop-indexes'],
      ...(values.built && { built: values.built }),
      ...(gatewayWay && { gatewayWay }),
      ...(domains && { domains }),
      mayPrintPassword: process.stdout.isTTY || values.print,
      ...(process.stdin.isTTY && !values.yes && { askSecret: readSecret }),
      confirm: () =>
        values.yes
          ? Promise.resolve(true)
          : askYes('Carry this out?', 'add --yes, or --plan to only look'),
      log: line => console.log(line),
    });
    return outcome === 'refused' || outcome === 'not confirmed' ? 1 : 0;
  });
};

const readWay = (given: string | undefined): GatewayWay | undefined => {
  const way = gatewayWays.find(one => one === given);
  if (given !== undefined && !way) throw new Error(`--gateway is one of ${gatewayWays.join(', ')}`);
  return way;
};

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

const readDomains = (
  site: string | undefined,
  api: string | undefined,
  certificate: string | undefined,
): OwnDomains | undefined => {
  if (site === undefined && api === undefined && certificate === undefined) return undefined;
  if (!site || !api || !certificate)
    throw new Error('--site-domain, --api-domain and --certificate belong together');
  const wrong = [site, api].find(domain => !DOMAIN.test(domain));
  if (wrong !== undefined) throw new Error(`${wrong} is no domain, e.g. shop.example.com`);
  if (site === api) throw new Error('--site-domain and --api-domain are two domains');
  return { site, api, certificate };
};

runCommand(main);
