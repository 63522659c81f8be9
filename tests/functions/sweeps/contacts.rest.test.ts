import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { ExportableResource } from '#contract/exports/columns.ts';
import { exportTable } from '#contract/exportTable.ts';
import { exampleOf } from '../world/exampleOf.ts';
import { startWorld } from '../world/harness.ts';
import { adminActions } from '../world/registry.ts';
import { finishJob } from '../world/runJob.ts';
import { handedOut } from './canaries.ts';

/** What a user has written anywhere, where those who may read the page must not see how the user is reached. */
const world = await startWorld();
const secrets = ['13987651234', 'canary.mail@example.com', 'canary-wechat-id', '收件人金丝雀'];
const [phone = '', mail, account, recipient = ''] = secrets;
const seenIn = (text: string) => secrets.filter(secret => text.includes(secret));

let token = '';
const start = async () => {
  ({ token } = await world.reset());
  const said = `请打 ${phone} 或写信到 ${mail}`;
  const message = { from: 'user', by: '', text: said, time: 1 };
  for (const { _id } of await world.rows('feedback'))
    await world.set('feedback', String(_id), { text: said, contact: account, messages: [message] });
  for (const { _id } of await world.rows('orders'))
    await world.set('orders', String(_id), { remark: said });
  for (const { _id } of await world.rows('printOrders'))
    await world.set('printOrders', String(_id), { userRemark: said });
};
beforeEach(start);

it.each([...new Set(adminActions.map(({ name }) => name))])(
  'no action of %s shows it',
  async name => {
    for (const at of adminActions.filter(other => other.name === name)) {
      if (name === 'adminAuth') await start();
      const data = await exampleOf(world, at, token);
      const answer = await world.send(name, { action: at.action, data, token });
      if (!handedOut[at.title])
        expect([at.title, ...seenIn(JSON.stringify(answer))]).toEqual([at.title]);
    }
    expect(seenIn(JSON.stringify(await world.rows('auditLogs')))).toEqual([]);
  },
);

it('nor does the audit log, nor the log of the functions', async () => {
  const { example } = adminActions.find(({ action }) => action === 'updateAddress')!.definition;
  const { address, ...rest } = example as { address: object };
  const wish = { ...rest, address: { ...address, name: recipient, phone } };
  await world.ok('adminPrintOrder', 'updateAddress', wish as never, { token });
  const reason = { id: 'fb_0001', reason: '回访投诉' };
  const shown = await world.ok('adminFeedback', 'revealContact', reason, { token });
  expect(shown).toMatchObject({
    contact: account,
    texts: [expect.any(String), expect.any(String)],
  });
  const rows = await world.rows('auditLogs');
  expect(rows).toContainEqual(
    expect.objectContaining({ action: 'revealContact', reason: '回访投诉' }),
  );
  expect(seenIn(JSON.stringify(rows))).toEqual([]);
  expect(seenIn([...world.log, ...world.errors].join())).toEqual([]);
});

it('nor does any export', async () => {
  for (const [resource, table] of Object.entries<ExportableResource>(exportTable)) {
    const columns = table.columns.map(({ path: column }) => column);
    await world.ok('adminExport', 'createExport', { resource, columns }, { token });
  }
  await finishJob(world, 'exports');
  const folder = path.join(world.dataDir, 'files');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile())
    .map(file => readFileSync(path.join(file.parentPath, file.name), 'utf8'));
  expect(files.some(file => file.includes('139****1234'))).toBe(true);
  expect(files.flatMap(seenIn)).toEqual([]);
});

it('who has written it reads all of it', async () => {
  const own = await world.ok('appUser', 'openFeedback', { id: 'fb_0001' });
  expect(own.contact).toBe(account);
  expect(seenIn(JSON.stringify([own.text, own.messages]))).toEqual([phone, mail]);
});

it('a role without the right is refused the whole', async () => {
  await world.set('admins', 'first_admin', { role: 'operator' });
  const wish = { id: 'fb_0001', reason: '回访投诉' };
  expect((await world.call('adminFeedback', 'revealContact', wish, { token })).code).toBe(40305);
});
