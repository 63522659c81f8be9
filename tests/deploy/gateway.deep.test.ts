import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { callThroughGateway } from '../../scripts/deploy/gateway/proof.ts';
import { type DeployedEnvironment, ENV_ID, openEnvironment } from './environment.ts';
import { deployed, doneIn, makeFunction, MINUTES } from './steps.ts';

const NOTHING = /Nothing to do\./;

const management = ({ library }: DeployedEnvironment) => library.commonService('tcb', '2018-06-08');

const anonymous = async ({ emulator }: DeployedEnvironment): Promise<string> => {
  const answer = await fetch(`${emulator.url}/auth/v1/signin/anonymously?client_id=${ENV_ID}`, {
    method: 'POST',
    headers: { 'x-device-id': 'a-device', 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};

/** What a browser meets, with the publishable key alone. */
const met = (environment: DeployedEnvironment, name: string, credential?: string) =>
  callThroughGateway(
    { endpoint: environment.emulator.url, envId: ENV_ID },
    name,
    { action: 'getSettings', group: 'system' },
    { credential: credential ?? environment.emulator.publishableKey, siteUrl: '' },
  );

const policiesOf = async (environment: DeployedEnvironment, RoleIdentity: string) => {
  const { Data } = (await management(environment).call({
    Action: 'DescribeRoleList',
    Param: { EnvId: ENV_ID, RoleIdentity, LoadDetails: true, PageNumber: 1, PageSize: 100 },
  })) as { Data: { SystemRoles: { RoleId: string; Policies: object[] }[] } };
  return Data.SystemRoles[0]!;
};

const rego = {
  read: async (environment: DeployedEnvironment) => {
    const { Item } = (await management(environment).call({
      Action: 'DescribeEnvConfig',
      Param: { EnvId: ENV_ID, Key: 'authz.user.rego' },
    })) as { Item: { Value: string } };
    return Item.Value;
  },
  write: (environment: DeployedEnvironment, Value: string) =>
    management(environment).call({
      Action: 'ModifyEnvConfig',
      Param: { EnvId: ENV_ID, Key: 'authz.user.rego', Value },
    }),
};

const changeCode = ({ built }: DeployedEnvironment) =>
  appendFileSync(path.join(built, 'functions/adminDashboard/index.js'), '\n// changed\n');

it(
  'opens our functions in a closed gateway and nothing else, and keeps foreign policies',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment({ conditions: { delays: { gateway: 6_000 } } });
    const { library } = environment;
    const foreign = { ResourceType: 'gateway', Resource: 'StoragesDeny', Effect: 'deny' };
    const { RoleId } = await policiesOf(environment, 'registerUser');
    await library.permission.modifyRole({ roleId: RoleId, addPolicies: [foreign] });
    await makeFunction(library, { name: 'strange', description: 'of others' });

    const output = await deployed(environment);
    expect(doneIn(output)).toEqual(
      expect.arrayContaining([
        'calls of browsers reach the functions',
        'policy of the role anonymousUser',
        'policy of the role registerUser',
      ]),
    );
    expect((await policiesOf(environment, 'registerUser')).Policies).toContainEqual(foreign);
    const visitor = await anonymous(environment);
    expect(await met(environment, 'systemSettings')).toMatchObject({ isOpen: true });
    expect(await met(environment, 'appTemplate', visitor)).toMatchObject({ isOpen: true });
    for (const name of ['adminOrder', 'worker', 'strange'])
      expect((await met(environment, name, visitor)).refusal).toContain('403 ACTION_FORBIDDEN');

    const again = await environment.deploy();
    expect(again.output).toMatch(NOTHING);
  },
);

it(
  'waits until a call has come through, whatever the platform calls the refusal, and names the paths in both forms',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment({
      conditions: {
        delays: { gateway: 6_000 },
        gateway: { paths: 'name', refusesAs: 'EXCEED_AUTHORITY' },
      },
    });
    await deployed(environment);
    expect(await met(environment, 'systemSettings')).toMatchObject({ isOpen: true });
    expect((await environment.deploy()).output).toMatch(NOTHING);
  },
);

it(
  'adds its block to a Rego policy, whatever the key counts as, and takes it back with a rollback',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment({
      conditions: { gateway: { engine: 'opa', keyAs: 'unauthenticated' } },
    });
    const foreign = [
      'package authz.user',
      '',
      '# what a colleague wrote',
      'default allow := false',
      'allow if input.cloudbase.resource_type == "ai"',
      'deny contains "no storage" if {',
      '\tinput.cloudbase.resource_type == "storages"',
      '}',
      '',
    ].join('\n');
    await rego.write(environment, foreign);
    await deployed(environment);
    const first = await rego.read(environment);
    expect(first.startsWith(foreign)).toBe(true);
    expect(first).toContain('"/v1/functions/adminOrder"');
    expect(first).not.toContain('worker');
    expect(await met(environment, 'systemSettings')).toMatchObject({ isOpen: true });
    expect((await met(environment, 'payNotify')).refusal).toContain('403 ACCESS_DENIED');
    expect((await environment.deploy()).output).toMatch(NOTHING);

    // A later version, under which our block is changed by hand, is left again.
    changeCode(environment);
    await deployed(environment);
    await rego.write(environment, first.replace('"/v1/functions/adminOrder",', ''));
    await deployed(environment);
    expect(await rego.read(environment)).toBe(first);
    await rego.write(environment, first.replace('"/v1/functions/adminOrder",', ''));
    const back = await environment.deploy(['--rollback', '--yes']);
    expect(back.code, back.output).toBe(0);
    expect(await rego.read(environment)).toBe(first);
  },
);

it(
  'restores the policies of the roles with a rollback, and leaves those of others',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    await deployed(environment);
    const before = await policiesOf(environment, 'registerUser');
    changeCode(environment);
    await deployed(environment);
    const foreign = { ResourceType: 'gateway', Resource: 'StoragesDeny', Effect: 'deny' };
    await environment.library.permission.modifyRole({
      roleId: before.RoleId,
      removePolicies: before.Policies as never,
      addPolicies: [foreign],
    });
    const back = await environment.deploy(['--rollback', '--yes']);
    expect(back.code, back.output).toBe(0);
    const after = (await policiesOf(environment, 'registerUser')).Policies;
    expect(after).toEqual(expect.arrayContaining([foreign, ...before.Policies]));
    expect(after).toHaveLength(before.Policies.length + 1);
  },
);

it(
  'opens the whole kind only on request, and says what else that opens',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment({
      conditions: { gateway: { customPolicies: 'refused' } },
    });
    await makeFunction(environment.library, { name: 'strange', description: 'of others' });
    const refused = await environment.deploy();
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('does not take a policy of our own');
    expect(refused.output).toContain('functions:/v1/functions/systemSettings');
    const opened = await environment.deploy(['--yes', '--gateway', 'all']);
    expect(opened.code, opened.output).toBe(0);
    expect(opened.output).toContain('opens every function, also strange');
    // What was chosen once holds.
    expect((await environment.deploy()).output).toMatch(NOTHING);
  },
);

it(
  'names the way by hand where the environment does not know the calls, before anything is changed',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment({
      conditions: { gateway: { calls: 'unknown', starts: 'open' } },
    });
    const refused = await environment.deploy();
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(
      /does not know DescribeRoleList .* run with --gateway by-hand\./,
    );
    expect(refused.output).not.toContain('done: ');
    const opened = await environment.deploy(['--yes', '--gateway', 'by-hand']);
    expect(opened.code, opened.output).toBe(0);
    expect(await met(environment, 'systemSettings')).toMatchObject({ isOpen: true });
  },
);
