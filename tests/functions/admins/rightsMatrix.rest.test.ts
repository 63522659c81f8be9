import { beforeEach, describe, expect, it } from 'vitest';
import { exportTable } from '#contract/exportTable.ts';
import { approvalRights } from '#contract/rights/approvals.ts';
import { decidesByInput, demandOf, meets } from '#contract/rights/demands.ts';
import { type Effect, effects } from '#contract/rights/effects.ts';
import { allRights, type Area, areaOf, areaOfKind, areas } from '#contract/rights/rights.ts';
import { rightsOfRole, type StandardRoleId, standardRoles } from '#contract/rights/roles.ts';
import { effectsSince, look } from '../world/effectsOf.ts';
import { exampleOf } from '../world/exampleOf.ts';
import { startWorld } from '../world/harness.ts';
import { adminActions } from '../world/registry.ts';

const world = await startWorld();
const { call, someAdmin } = world;
beforeEach(() => world.reset());

const FORBIDDEN = 40305;
/** An administrator with all rights calls every action in the sweep of examples. */
const roleIds = (Object.keys(standardRoles) as StandardRoleId[]).filter(role => role !== 'admin');

/** What the input decides, beside the contract's example. */
const deciding: [name: string, action: string, data: object][] = [
  ['adminTemplate', 'runTrial', { templateId: 'tpl_0001', inputs: { photo: 'template/a.png' } }],
  ['adminDashboard', 'claimTodo', { kind: 'openFeedback', id: 'fb_0001', from: '' }],
  ['adminDashboard', 'claimTodo', { kind: 'waitingApprovals', id: 'credits_0001', from: '' }],
  ['adminDashboard', 'releaseTodo', { kind: 'failedRefunds', id: 'rf_0001' }],
  ['adminDashboard', 'snoozeTodo', { kind: 'tasksInReview', id: 'task_0001', until: null }],
  ...['general', 'compliance', 'payment', 'notification', 'system'].flatMap(
    (type): [string, string, object][] => [
      ['adminSettings', 'getSettings', { type }],
      ['adminSettings', 'updateSettings', { type, data: {} }],
      ['adminSettings', 'getSettingRevisions', { type }],
      ['adminSettings', 'restoreSetting', { type, rev: 1 }],
    ],
  ),
  ...Object.keys(exportTable).map((resource): [string, string, object] => [
    'adminExport',
    'createExport',
    { resource },
  ]),
  ...Object.keys(areaOfKind).map((resource): [string, string, object] => [
    'adminAuditLog',
    'getResourceHistory',
    { resource, resourceId: 'tpl_0001' },
  ]),
  ...['payment', 'general'].map((resourceId): [string, string, object] => [
    'adminAuditLog',
    'getResourceHistory',
    { resource: 'setting', resourceId },
  ]),
  ...Object.keys(approvalRights).flatMap((kind): [string, string, object][] => [
    ['adminOrder', 'getApprovalById', { id: `${kind}_9999` }],
    ['adminOrder', 'approveRequest', { id: `${kind}_9999` }],
    ['adminOrder', 'declineRequest', { id: `${kind}_9999`, note: '不符合规则' }],
  ]),
  ...['template', 'category', 'settings', 'voucher'].map((scene): [string, string, object] => [
    'adminStorage',
    'getUploadTicket',
    { fileName: 'a.png', size: 10, scene },
  ]),
];

const definitionOf = (name: string, action: string) =>
  adminActions.find(one => one.name === name && one.action === action)!.definition;

describe('the rights', () => {
  it.each(roleIds)('of %s admit exactly the actions that are declared', async role => {
    const rights = new Set(rightsOfRole(role));
    const { token } = await someAdmin({ role });
    const wrong: string[] = [];
    const examples = adminActions
      .filter(({ title }) => title !== 'adminAuth.logout' && title !== 'adminAuth.changePassword')
      .map(({ name, action, definition }) => [name, action, definition.example] as const);
    for (const [name, action, data] of [...examples, ...deciding]) {
      const { code } = await call(name as never, action as never, data as never, { token });
      const definition = definitionOf(name, action);
      const parsed = definition.input.safeParse(data);
      if (!parsed.success) continue;
      const isAdmitted = meets(rights, demandOf(definition, parsed.data));
      if ((code !== FORBIDDEN) !== isAdmitted)
        wrong.push(`${name}.${action} ${JSON.stringify(data)}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(roleIds)('of %s have no effect on money, rights or secrets beyond them', async role => {
    const rights = new Set(rightsOfRole(role));
    const wrong: string[] = [];
    for (const [effect, actions] of Object.entries(effects))
      for (const [title, right] of Object.entries(actions)) {
        if (rights.has(right)) continue;
        const at = adminActions.find(one => one.title === title)!;
        const { token: full } = await world.reset();
        const { token } = await someAdmin({ role });
        const data = await exampleOf(world, at, full);
        const before = await look(world);
        const { code } = await call(at.name, at.action as never, data as never, { token });
        const had = effectsSince(before, await look(world));
        // A refund that waits for approval is stored.
        const isShown = effect === 'contact' && code === 0;
        if (isShown || had.includes(effect as Effect)) wrong.push(title);
      }
    expect(wrong).toEqual([]);
  });

  it('that an effect takes are those of its action, or are decided on what is found', () => {
    const opened = Object.entries(effects).flatMap(([effect, actions]) =>
      Object.entries(actions)
        .filter(([title, right]) => {
          const at = adminActions.find(one => one.title === title)!;
          const example = at.definition.input.parse(at.definition.example);
          return !JSON.stringify(demandOf(at.definition, example)).includes(`"${right}"`);
        })
        .map(([title]) => `${effect} ${title}`),
    );
    // Each with its own tests: `refundRight`, `approvals`; of settings their kind decides.
    expect(opened.sort()).toEqual([
      'refund adminOrder.approveRequest',
      'refund adminPrintOrder.updatePrintOrderStatus',
      'refund adminTask.cancelTask',
      'refund adminTask.rejectTask',
      'secrets adminSettings.restoreSetting',
      'secrets adminSettings.updateSettings',
    ]);
  });

  it('are declared for each action of administrators, and those that the input decides are tried here', () => {
    const tried = new Set(deciding.map(([name, action]) => `${name}.${action}`));
    const alike = new Set(['adminStorage.uploadImage']);
    for (const { title, definition } of adminActions) {
      const example = definition.input.parse(definition.example);
      expect(demandOf(definition, example), title).toBeDefined();
      if (decidesByInput(definition))
        expect(tried.has(title) || alike.has(title), title).toBe(true);
    }
  });

  it('are each asked for by an action, and held by a role', () => {
    const source = JSON.stringify(
      adminActions.map(({ definition }) => [
        demandOf(definition, definition.input.parse(definition.example)),
      ]),
    );
    const decided = deciding.map(([name, action, data]) =>
      JSON.stringify(demandOf(definitionOf(name, action), data)),
    );
    const asked = source + decided.join();
    expect(allRights.filter(right => !asked.includes(`"${right}"`))).toEqual([]);
  });

  it('know the area of every exported list', () => {
    for (const resource of Object.keys(exportTable))
      expect(areaOf(resource), resource).not.toBeNull();
    for (const area of Object.keys(areas))
      expect(areas[area as Area].rights).toHaveProperty('read');
  });
});
