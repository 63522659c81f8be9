import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { createCaller } from '../product/product.ts';
import { createVisitor } from '../product/visitor.ts';
import { type DeployedEnvironment, ENV_ID, openEnvironment } from './environment.ts';

const MINUTES = 60_000;
const VISITORS = 20;
const ADMINISTRATORS = 5;

/** All visitors come from one address here. */
const oneAddress = { PUBLIC_CALLS_PER_MINUTE: '1000000' };

/** What of a page could be seen: whether it came, and every file that it names. */
const openPage = async (url: string, address: string): Promise<string[]> => {
  const page = await fetch(url + address);
  const text = await page.text();
  if (!page.ok || !text.includes('id="root"')) return [`${address} answered ${page.status}`];
  const files = [...text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file!,
  );
  return (await Promise.all(files.map(file => openFile(url, file)))).flat();
};

const openFile = async (url: string, file: string): Promise<string[]> => {
  const answer = await fetch(url + file);
  const type = answer.headers.get('content-type') ?? '';
  // A missing file is answered by the page, and a page that gets it instead of a script is blank.
  const isRight = answer.ok && /javascript|css/.test(type);
  await answer.arrayBuffer();
  return isRight ? [] : [`${file} answered ${answer.status} ${type}`];
};

/** Another version of everything: each function, and a page that names a file of a new name. */
const makeNewVersion = (built: string) => {
  for (const name of readdirSync(path.join(built, 'functions')))
    appendFileSync(path.join(built, 'functions', name, 'index.js'), '\n// new version\n');
  const file = path.join(built, 'app/index.html');
  const page = readFileSync(file, 'utf8');
  const entry = /\/assets\/(index-[\w-]+)\.js/.exec(page)![1]!;
  const assets = path.join(built, 'app/assets');
  cpSync(path.join(assets, `${entry}.js`), path.join(assets, 'index-NewName1.js'));
  writeFileSync(file, page.replaceAll(entry, 'index-NewName1'));
};

/** Again and again until it is over; answers what failed, and how often it went well. */
const goOn = async (isOver: () => boolean, round: () => Promise<string[]>) => {
  const failed: string[] = [];
  let rounds = 0;
  for (; !isOver(); rounds += 1)
    failed.push(...(await round().catch((error: unknown) => [String(error)])));
  return { failed, rounds };
};

const refused = (what: string, { code, message }: { code: number; message: string }) =>
  code === 0 ? [] : [`${what}: ${code} ${message}`];

const administratorAt = async ({ emulator }: DeployedEnvironment, username: string) => {
  const caller = createCaller(emulator.url, emulator.publishableKey, ENV_ID);
  await caller.signIn(EXAMPLE_PASSWORD, username);
  return async () => [
    ...refused('orders', await caller.call('adminOrder', 'getOrders', { page: 1, pageSize: 25 })),
    ...refused('statistics', await caller.call('adminDashboard', 'getSummary')),
    ...(await openPage(emulator.url, '/admin/orders')),
  ];
};

const visitorAt = async ({ emulator }: DeployedEnvironment, at: number) => {
  const { call } = await createVisitor(emulator.url, at, ENV_ID);
  return async () => [
    ...refused('templates', await call('appTemplate', 'getHome')),
    ...refused('account', await call('appUser', 'getMe')),
    ...(await openPage(emulator.url, '/')),
  ];
};

it(
  'fails no call and shows no blank page while visitors and administrators work',
  { timeout: 10 * MINUTES },
  async () => {
    await using environment = await openEnvironment({ conditions: { delays: { function: 300 } } });
    const first = await environment.deploy(['--yes'], { env: oneAddress });
    expect(first.code, first.output).toBe(0);
    const names = Array.from({ length: ADMINISTRATORS }, (_, at) => `colleague${at}`);
    for (const name of names) {
      const made = await environment.run('admin', ['create', name, '--password-stdin'], {
        input: EXAMPLE_PASSWORD,
      });
      expect(made.code, made.output).toBe(0);
    }
    const people = [
      ...(await Promise.all(names.map(name => administratorAt(environment, name)))),
      ...(await Promise.all(
        Array.from({ length: VISITORS }, (_, at) => visitorAt(environment, at)),
      )),
    ];
    const openedBefore = /\/assets\/index-[\w-]+\.js/.exec(
      await (await fetch(`${environment.emulator.url}/admin`)).text(),
    )![0];

    makeNewVersion(environment.built);
    let isOver = false;
    const work = Promise.all(people.map(round => goOn(() => isOver, round)));
    const second = await environment.deploy(['--yes'], { env: oneAddress });
    isOver = true;
    const done = await work;
    expect(second.code, second.output).toBe(0);
    expect([...new Set(done.flatMap(({ failed }) => failed))]).toEqual([]);
    expect(Math.min(...done.map(({ rounds }) => rounds))).toBeGreaterThan(0);

    // The new page is there, and a page opened before still finds its files.
    expect(await (await fetch(`${environment.emulator.url}/admin`)).text()).toContain('NewName1');
    expect(await openFile(environment.emulator.url, openedBefore)).toEqual([]);
  },
);
