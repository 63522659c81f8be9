import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell } from '#contract/csv.ts';
import { exportStatuses, exportTransitions } from '#contract/export.ts';
import type { ExportableResource } from '#contract/exports/columns.ts';
import { exportTable } from '#contract/exportTable.ts';
import { startOf } from '#contract/shanghai.ts';
import { keysOf } from '#contract/states.ts';
import type { z } from '#contract/zod.ts';
import { anyText } from '../../anyText.ts';
import { CANARY_KEY } from '../world/fixtures/people.ts';
import { many, parseCsv, startExportWorld } from './exportWorld.ts';

const { world, start, tick, jobOf, wholeFile, download } = await startExportWorld();
const { call, ok, rows, set } = world;
const { ownSearch } = await import('#cloudfunctions/_shared/exports/query.ts');

describe('an export', () => {
  it('holds exactly the records of the list under the same filter, once each, and what the list shows of them', async () => {
    await world.insert('templates', many(100));
    const filter = { status: 'offline' };
    const job = await start({
      resource: 'templates',
      filter,
      columns: ['_id', 'name', 'status', 'stats.useCount'],
    });
    expect(job).toMatchObject({ status: 'queued', total: 100, done: 0 });
    await tick();
    expect(await jobOf(job._id)).toMatchObject({
      status: 'done',
      done: 100,
      total: 100,
    });
    const [header, ...lines] = await download(job._id);
    expect(header).toEqual(['编号', '名称', '状态', '使用次数']);
    expect(lines.map(([id]) => id).sort()).toEqual(many(100).map(({ _id }) => _id));
    expect(lines.find(([id]) => id === 'many_000007')).toEqual([
      'many_000007',
      '第7个',
      '已下线',
      '7',
    ]);
    expect(JSON.stringify(lines)).not.toContain('canary');
    expect(world.storedFiles().length).toBeGreaterThan(0);
  });

  it('of the invoices that wait has what they are made out to, and where they go in part', async () => {
    const columns = ['orderNo', 'invoice.title', 'invoice.taxNumber', 'invoice.email'];
    const job = await start({
      resource: 'orders',
      filter: { invoiceStatus: 'waiting' },
      columns: [...columns, 'invoice.amountFen', 'invoice.status', 'invoice.issueTime'],
    });
    await tick();
    expect((await wholeFile(job._id))[1]).toEqual(['筛选', '发票：待开票']);
    const { orderNo, invoice } = (await rows('orders')).find(({ _id }) => _id === 'ord_0012')!;
    const { title, taxNumber, amountFen } = invoice as Record<string, string | number>;
    const [header, ...lines] = await download(job._id);
    expect(header?.slice(1)).toEqual([
      '发票抬头',
      '税号',
      '接收邮箱',
      '开票金额（元）',
      '发票状态',
      '开票时间',
    ]);
    const yuan = (Number(amountFen) / 100).toFixed(2);
    expect(lines).toEqual([[orderNo, title, taxNumber, 'f****@example.com', yuan, '待开票', '']]);
  });

  it('says in its first lines what was filtered, when, by whom, and how many rows there are', async () => {
    await set('templates', 'tpl_0001', { name: '=HYPERLINK("http://x")' });
    const job = await start({
      resource: 'tasks',
      filter: {
        status: ['failed', 'timeout'],
        templateId: 'tpl_0001',
        createTime: { from: startOf('20200101'), to: startOf('20990101') - 1 },
      },
      columns: ['_id'],
    });
    const all = await start({ resource: 'refunds', columns: ['_id'], q: undefined });
    await tick();
    const [label, filter, time, by, count, empty, header, ...lines] = await wholeFile(job._id);
    expect([label, empty, header]).toEqual([['导出', '生成任务'], [''], ['编号']]);
    expect(filter).toEqual([
      '筛选',
      '状态：失败、超时；模板：=HYPERLINK("http://x")；提交时间：2020-01-01 至 2098-12-31',
    ]);
    expect(time).toEqual(['时间', expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)]);
    expect(by?.[1]).toBe(job.adminName);
    expect(count).toEqual(['行数', String(lines.length)]);
    expect((await wholeFile(all._id))[1]).toEqual(['筛选', '全部']);
  });

  it('says the sums that the screen shows for the same filter, over all pages of the file', async () => {
    const [refund] = (await rows('refunds')).filter(({ status }) => status === 'success');
    await world.insert(
      'refunds',
      Array.from({ length: 90 }, (_, at) => ({
        ...refund,
        _id: `rf_many_${at}`,
        amountFen: 1_000 + at,
        status: at % 3 === 0 ? 'processing' : 'success',
      })),
    );
    const filter = { payChannel: refund?.payChannel as 'wxpay' };
    const job = await start({ resource: 'refunds', filter, columns: ['_id'] });
    await tick();
    const shown = await ok('adminOrder', 'getRefundSums', { filter });
    const lines = await wholeFile(job._id);
    expect(shown.count).toBeGreaterThan(90);
    expect(shown.successCount).toBeLessThan(shown.count);
    expect(lines.slice(4, 9)).toEqual([
      ['行数', String(shown.count)],
      ['退款合计（元）', String(shown.amountFen / 100)],
      ['其中已退款笔数', String(shown.successCount)],
      ['其中已退款（元）', String(shown.successFen / 100)],
      [''],
    ]);
  });

  it('of the audit log says functions, actions and kinds of records in the words of the screen', async () => {
    await ok('adminUser', 'addNote', { id: 'usr_0001', text: '已回访' });
    const job = await start({
      resource: 'audit-logs',
      filter: { function: 'adminUser', action: 'addNote', resource: 'user' },
      columns: ['function', 'action', 'resource'],
    });
    await tick();
    expect((await jobOf(job._id)).filterText).toBe('功能：用户；操作：添加用户备注；对象：用户');
    expect(await download(job._id)).toEqual([
      ['功能', '操作', '对象'],
      ['用户', '添加用户备注', '用户'],
    ]);
    await ok('adminUser', 'updateUserStatus', {
      id: 'usr_0002',
      status: 'disabled',
      reason: '批量注册小号',
    });
    const bans = await start({
      resource: 'audit-logs',
      filter: { function: 'adminUser', action: 'updateUserStatus', resourceId: 'usr_0002' },
      columns: ['action', 'diff'],
    });
    await tick();
    expect((await jobOf(bans._id)).filterText).toContain('操作：停用、启用或注销账号');
    const [, [word, changes = ''] = []] = await download(bans._id);
    expect(word).toBe('停用账号');
    expect(changes).toContain('停用原因');
    expect(changes).not.toContain('statusReason');
    const of = (filter: object) => start({ resource: 'audit-logs', filter });
    expect((await of({ action: 'restoreRevision' })).filterText).toBe('操作：恢复历史版本');
    expect((await of({ action: 'goneLongAgo' })).filterText).toBe('操作：goneLongAgo');
  });

  it('has words for every filter of its list, and a search of its own if the list has one', () => {
    for (const [resource, table] of Object.entries<ExportableResource>(exportTable)) {
      const { filter } = (table.list.input as z.ZodObject).shape;
      const fields = Object.keys((filter as z.ZodOptional<z.ZodObject>).unwrap().shape);
      const unlabelled = fields.filter(field => field !== 'ids' && !table.filters[field]?.label);
      expect({ resource, unlabelled }).toEqual({ resource, unlabelled: [] });
      const isSearched = 'q' in (table.list.input as z.ZodObject).shape;
      const isFound =
        (table.searched ?? []).length > 0 || Object.hasOwn(ownSearch, table.collection);
      expect({ resource, isFound: isFound || !isSearched }).toEqual({ resource, isFound: true });
    }
  });

  it('of the ledger holds the lines of one user, or those of all users in a period', async () => {
    const lines = await rows('creditLedger');
    const [first] = lines;
    const idsOf = (of: typeof lines) => of.map(({ _id }) => String(_id));
    await set('creditLedger', String(first?._id), { createTime: startOf('20250601') });
    const columns = ['_id', 'userId'];
    const filters: [{ userId: string } | object, string[]][] = [
      [{ userId: 'usr_0001' }, idsOf(lines.filter(({ userId }) => userId === 'usr_0001'))],
      [{}, idsOf(lines)],
      [
        {
          kind: first?.kind,
          createTime: { from: startOf('20250601'), to: startOf('20250602') - 1 },
        },
        [String(first?._id)],
      ],
    ];
    for (const [filter, ids] of filters) {
      const job = await start({ resource: 'users/credits', filter, columns });
      await tick();
      const [, ...cells] = await download(job._id);
      expect(cells.map(([id]) => id).sort()).toEqual([...ids].sort());
      expect(cells.length).toBeGreaterThan(0);
    }
  });

  it('names users beside their ids for roles that see users', async () => {
    const [task] = (await rows('tasks')).filter(({ userId }) => userId === 'usr_0001');
    await set('users', 'usr_0001', { nickName: '阿宁' });
    const exported = async () => {
      const columns = ['userId', 'names.userId'];
      const job = await start({ resource: 'tasks', filter: { ids: [task!._id] }, columns });
      await tick();
      return download(job._id);
    };
    expect(await exported()).toEqual([
      ['用户编号', '昵称'],
      ['usr_0001', '阿宁'],
    ]);
    const role = { _id: 'role_tasks', name: '任务', norm: '任务', rev: 1 };
    const rights = ['tasks.read', 'tasks.export'];
    await world.insert('roles', [{ ...role, rights, createTime: 0, updateTime: 0 }]);
    await set('admins', 'first_admin', { role: 'role_tasks' });
    expect(await exported()).toContainEqual(['usr_0001', '']);
  });

  it('has a column of names wherever one has the ids of users', () => {
    for (const table of Object.values<ExportableResource>(exportTable)) {
      const labels = table.columns.map(({ label }) => label);
      expect([table.label, labels.includes('昵称')]).toEqual([
        table.label,
        labels.includes('用户编号') || table === exportTable.users,
      ]);
    }
  });

  it('of keys shows no more of a key than the list does', async () => {
    await set('apiKeys', 'key_0001', { status: 'active', remainCoins: 1, lowCoins: 5 });
    const job = await start({ resource: 'api-keys', filter: { low: true } });
    await tick();
    const file = JSON.stringify(await wholeFile(job._id));
    const key = (await rows('apiKeys')).find(({ _id }) => _id === 'key_0001');
    expect(file).toContain('key_0001');
    expect(file).toContain(String(key?.keyMask));
    for (const secret of [CANARY_KEY, String(key?.keyCipher), String(key?.fingerprint)])
      expect(file).not.toContain(secret);
  });

  it('waits its turn: the one asked for first is next', async () => {
    const { exportClaims, exportJobs } = await import('#cloudfunctions/_shared/exports/jobs.ts');
    const { _id: first } = await start({ resource: 'templates' });
    const job = await exportJobs.require(first);
    const later = [5, 3, 1, 4, 2].map(after => ({
      ...job,
      _id: `later_${after}`,
      createTime: job.createTime + after,
    }));
    await world.insert('exports', later);
    const waiting = await exportClaims.idle(['queued'], 20);
    const demo = /^exp_/;
    expect(waiting.map(({ _id }) => _id).filter(id => !demo.test(id))).toEqual([
      first,
      ...[1, 2, 3, 4, 5].map(after => `later_${after}`),
    ]);
  });

  it('is taken by one worker, and takes no progress from one that lost it or was cancelled', async () => {
    const { exportClaims, exportJobs } = await import('#cloudfunctions/_shared/exports/jobs.ts');
    const { _id: id } = await start({ resource: 'templates' });
    const slow = (await exportClaims.take(await exportJobs.require(id)))!;
    const found = await exportJobs.require(id);
    const both = await Promise.all([exportClaims.take(found), exportClaims.take(found)]);
    const [next, ...others] = both.flatMap(job => job ?? []);
    expect(others).toEqual([]);
    expect(await exportClaims.advance(slow, { done: 1 })).toBeNull();
    expect(await exportClaims.advance(next!, { done: 2 })).toMatchObject({ done: 2 });
    await ok('adminExport', 'cancelExport', { id });
    expect(await exportClaims.advance(next!, { done: 3 })).toBeNull();
    expect(await jobOf(id)).toMatchObject({ status: 'cancelled', done: 2 });
  });

  it('leaves out records made after it was requested', async () => {
    const job = await start({ resource: 'templates', filter: {}, columns: ['_id'] });
    await ok('adminTemplate', 'createTemplate', { name: '后来的' });
    await tick();
    const [, ...lines] = await download(job._id);
    expect(lines).toHaveLength(job.total);
  });

  it('refuses filters and columns that the list does not know', async () => {
    const wrong = [
      { filter: { surprise: 1 } },
      { filter: { status: { $ne: 1 } } },
      { filter: { status: 'nowhere' } },
      { columns: ['secretNote'] },
      { columns: ['grams'] },
      { columns: [] },
    ];
    for (const data of wrong) {
      const answer = await call('adminExport', 'createExport', { resource: 'templates', ...data });
      expect([data, answer.code]).toEqual([data, 40001]);
    }
    expect((await call('adminExport', 'createExport', { resource: 'admins' })).code).toBe(40001);
  });
});

describe('the owner of an export', () => {
  it('is the only one who can see, fetch or cancel it, and every fetch is in the audit log', async () => {
    const job = await start({ resource: 'keywords' });
    await tick();
    const other = { token: (await world.someAdmin()).token };
    for (const action of ['getExportUrl', 'cancelExport'] as const) {
      expect((await call('adminExport', action, { id: job._id }, other)).code).toBe(40400);
    }
    expect((await ok('adminExport', 'getExports', {}, other)).total).toBe(0);
    await download(job._id);
    const actions = (await rows('auditLogs')).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['createExport', 'getExportUrl']));
  });
});

describe('the states of an export', () => {
  it('can be cancelled only where the table says so', async () => {
    const [record] = (await rows('exports')).filter(({ _id }) => _id === 'exp_0003');
    for (const status of keysOf(exportStatuses)) {
      const id = `one_${status}`;
      await world.insert('exports', [{ ...record, _id: id, status, claimUntil: 1e15 }]);
      const { code } = await call('adminExport', 'cancelExport', { id });
      const legal = exportTransitions[status].includes('cancelled');
      const after = (await rows('exports')).find(({ _id }) => _id === id)?.status;
      expect([status, code, after]).toEqual([
        status,
        legal ? 0 : 40902,
        legal ? 'cancelled' : status,
      ]);
      if (status === 'done') continue;
      expect((await call('adminExport', 'getExportUrl', { id })).code).toBe(40902);
    }
  });

  it('end: a cancelled one leaves no part behind, a file goes after seven days', async () => {
    // Those that wait among the first records.
    await tick();
    await world.insert('templates', many(240));
    const job = await start({ resource: 'templates', filter: { status: 'offline' } });
    const before = world.storedFiles().length;
    await tick();
    expect(world.storedFiles().length).toBe(before + 1);
    const done = (await rows('exports')).find(({ _id }) => _id === job._id);
    await world.set('exports', job._id, { purgeTime: 1 });
    expect(Number(done?.purgeTime) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    await tick('purgeExports');
    expect(world.storedFiles().length).toBe(before);
    expect((await jobOf(job._id)).status).toBe('expired');
  });
});

describe('a cell', () => {
  it('never starts like a formula, whatever the text, and can be read back', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.constantFrom(
            '=1+1',
            '\t=1',
            '＝1',
            ' +1',
            '@SUM(A1)',
            '-2+3',
            '\r=1',
            '\u00a0=1',
            '"=1',
            "'=1",
            '=HYPERLINK("http://x","y")',
          ),
        ),
        text => {
          const [[value = ''] = []] = parseCsv(`${csvCell(text)}\r\n`);
          expect(value).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
          expect(value.trimStart()).not.toMatch(/^[=+\-@＝＋－＠]/);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps long numbers, leading zeros and exponents as text, and numbers as numbers', () => {
    expect(csvCell('12345678901234567890')).toBe('"12345678901234567890\t"');
    expect(csvCell('0086')).toBe('"0086\t"');
    expect(csvCell('12e5')).toBe('"12e5\t"');
    expect([csvCell(-5), csvCell(9.9), csvCell(0), csvCell(NaN), csvCell('12345')]).toEqual([
      '-5',
      '9.9',
      '0',
      '',
      '12345',
    ]);
  });
});
