import { expect, it } from 'vitest';
import { jobs } from '#cloudfunctions/_shared/base/jobs.ts';
import { LOOK_AT_PICTURES } from '#contract/auditLog.ts';
import { actionWord, auditWords } from '#contract/auditWords.ts';
import { entities } from '#contract/entities.ts';
import { zh } from '#i18n/zh/index.ts';
import { auditActions } from '#src/admin/resources/audit-logs/auditActions.ts';

const { templates, users, tasks, orders, refunds, reconciliation, messages, packages } =
  zh.resources;
const { administrators } = zh.resources;
const apps = zh.resources['local-app-templates'].switching;
const prints = zh.resources['print-orders'];
const keys = zh.resources['api-keys'];
const codes = zh.resources['activation-codes'];
const differences = zh.resources['reconciliation/differences'];

type Changed = Record<string, unknown>;
const status = (to: string, from = '') => ({ status: [from, to] }) as Changed;

type Act = [button: string, at: string, action: string, changed?: Changed];
const moved = (button: string, ...states: Parameters<typeof status>): Act => [
  button,
  'adminPrintOrder',
  'updatePrintOrderStatus',
  status(...states),
];

/** What a button says, and the action that it calls; with the fields that this changes, where the word depends on them. */
const acts: Act[] = [
  [templates.publish.online, 'adminTemplate', 'updateTemplateField', status('online')],
  [templates.publish.offline, 'adminTemplate', 'updateTemplateField', status('offline')],
  [templates.publish.offline, 'adminTemplate', 'batchUpdate', status('offline')],
  [apps.enabled, 'adminLocalApp', 'updateAppField', status('enabled')],
  [apps.disabled, 'adminLocalApp', 'updateAppField', status('disabled')],
  [packages.switching.enabled, 'adminPackage', 'setPackageStatus', status('enabled')],
  [packages.switching.disabled, 'adminPackage', 'setPackageStatus', status('disabled')],
  [users.status.disabled.action, 'adminUser', 'updateUserStatus', status('disabled')],
  [users.status.normal.action, 'adminUser', 'updateUserStatus', status('normal')],
  [users.status.deleted.action, 'adminUser', 'updateUserStatus', status('deleted')],
  [users.package.action, 'adminUser', 'updateUserPackage'],
  [users.adjust.action, 'adminUser', 'adjustCredits'],
  [users.phone.action, 'adminUser', 'revealContact'],
  [users.tag.action, 'adminUser', 'setTags'],
  [users.bulk.add.action, 'adminUser', 'changeTags'],
  [users.bulk.remove.action, 'adminUser', 'changeTags'],
  [users.redeem.action, 'adminActivationCode', 'redeemForUser'],
  [codes.export.action, 'adminActivationCode', 'exportBatch'],
  [codes.extend.action, 'adminActivationCode', 'extendBatch'],
  [codes.disable.action, 'adminActivationCode', 'disableCodes'],
  [codes.status.disabled.action, 'adminActivationCode', 'setBatchStatus', status('disabled')],
  [codes.status.active.action, 'adminActivationCode', 'setBatchStatus', status('active')],
  [codes.status.archived.action, 'adminActivationCode', 'setBatchStatus', status('archived')],
  [keys.rotate.action, 'adminApiKey', 'rotateApiKey'],
  [keys.pause.action, 'adminApiKey', 'setApiKeyStatus', status('paused')],
  [keys.resume.action, 'adminApiKey', 'setApiKeyStatus', status('active')],
  [tasks.sync.action, 'adminTask', 'syncTask'],
  [tasks.refund.action, 'adminTask', 'refundTaskCredits'],
  [tasks.pass.action, 'adminTask', 'passTask'],
  [tasks.reject.action, 'adminTask', 'rejectTask'],
  [tasks.cancel.action, 'adminTask', 'cancelTask'],
  [tasks.retry.action, 'adminTask', 'retryTask'],
  [tasks.resolve.action, 'adminTask', 'resolveCharge'],
  [messages.resend.action, 'adminMessage', 'resendMessage'],
  [messages.service.action, 'adminMessage', 'sendServiceMessage'],
  [orders.close.action, 'adminOrder', 'updateOrderStatus', status('closed')],
  [orders.complete.action, 'adminOrder', 'updateOrderStatus', status('completed')],
  [orders.syncPayment.action, 'adminOrder', 'syncPayment'],
  [differences.mend.payment, 'adminOrder', 'syncPayment'],
  [differences.mend.refund, 'adminOrder', 'syncRefund'],
  [differences.close.action, 'adminReconciliation', 'closeDifference'],
  [reconciliation.run.action, 'adminReconciliation', 'runDay'],
  [orders.fulfil.retry, 'adminOrder', 'retryFulfil'],
  [orders.upload.retry, 'adminOrder', 'retryUpload'],
  [orders.offline.action, 'adminOrder', 'markPaidOffline'],
  [refunds.action, 'adminOrder', 'processRefund'],
  [refunds.ways.sync, 'adminOrder', 'syncRefund'],
  [refunds.ways.retry, 'adminOrder', 'retryRefund'],
  [refunds.ways.void, 'adminOrder', 'voidRefund'],
  [refunds.ways.elsewhere, 'adminOrder', 'applyAbnormalRefund'],
  [refunds.ways.check, 'adminOrder', 'checkVoidedRefund'],
  moved(prints.dialog.confirmed.action, 'confirmed'),
  moved(prints.dialog.producing.action, 'producing'),
  moved(prints.dialog.completed.action, 'completed'),
  moved(prints.dialog.cancelled.action, 'cancelled'),
  moved(prints.dialog.back.action, 'confirmed', 'producing'),
  [prints.bulk.produce, 'adminPrintOrder', 'batchUpdateStatus', status('producing')],
  [prints.dialog.on_hold.action, 'adminPrintOrder', 'holdPrintOrder', status('on_hold')],
  [prints.dialog.resume.action, 'adminPrintOrder', 'resumePrintOrder', status('paid')],
  [prints.dialog.ship.action, 'adminPrintOrder', 'setShipping', status('shipped', 'producing')],
  [
    prints.dialog.startAndShip.action,
    'adminPrintOrder',
    'setShipping',
    status('shipped', 'confirmed'),
  ],
  [prints.dialog.correct.action, 'adminPrintOrder', 'setShipping', { expressNo: ['SF1', 'SF2'] }],
  [prints.dialog.address.action, 'adminPrintOrder', 'updateAddress'],
  [prints.dialog.reveal.action, 'adminPrintOrder', 'revealAddress'],
  [prints.dialog.reprint.action, 'adminPrintOrder', 'createReprint'],
  [prints.import.title, 'adminPrintOrder', 'importShipping'],
  [
    administrators.disable.action,
    'adminAdministrator',
    'setAdministratorStatus',
    status('disabled'),
  ],
  [administrators.enable.action, 'adminAdministrator', 'setAdministratorStatus', status('active')],
  [administrators.reset.action, 'adminAdministrator', 'resetAdministratorPassword'],
  [administrators.devices.end, 'adminAdministrator', 'revokeAdministratorSession'],
  [administrators.devices.end, 'adminAuth', 'revokeSession'],
];

const wordOf = ([, at, action, changed = {}]: (typeof acts)[number]) =>
  actionWord({
    function: at,
    action,
    diff: Object.entries(changed).map(([path, fromTo]) => {
      const [from, to] = fromTo as unknown[];
      return { path, from, to };
    }),
  });

/** The log may name the object too: 「取消订单」 is 「取消冲印订单」. */
const says = (word: string, button: string) => new RegExp([...button].join('.*'), 'u').test(word);

it('the log calls an action as its button does', () => {
  const differing = acts.filter(act => !says(wordOf(act), act[0]));
  expect(differing.map(act => `${act[0]} ≠ ${wordOf(act)}`)).toEqual([]);
});

it('no two buttons of one action have the same word in the log, unless they do the same', () => {
  const words = new Map<string, Set<string>>();
  for (const act of acts.filter(([, , , changed]) => changed)) {
    const key = `${act[1]}.${act[2]} ${wordOf(act)}`;
    words.set(key, (words.get(key) ?? new Set()).add(act[0]));
  }
  expect([...words].filter(([, buttons]) => buttons.size > 1)).toEqual([]);
});

it('the log has a name for every field of a record', () => {
  const common = new Set(['rev']);
  const unnamed = Object.entries(entities).flatMap(([resource, { kind, record }]) => {
    const own = (zh.resources as Record<string, { fields?: Record<string, unknown> }>)[resource];
    const others: Record<string, unknown> = zh.auditLogs.fields;
    return Object.keys(record.shape)
      .filter(field => !common.has(field))
      .filter(field => typeof (own?.fields?.[field] ?? others[field]) !== 'string')
      .map(field => `${kind}.${field}`);
  });
  expect(unnamed).toEqual([]);
});

it('the log has a name for everything that is done without being asked for', () => {
  const unnamed = Object.entries(jobs).filter(([job, at]) => !auditWords.actions[at]?.[job]);
  expect(unnamed).toEqual([]);
});

it('the log can be filtered by looks at pictures of users, which no action is called for', () => {
  const { function: at, action } = LOOK_AT_PICTURES;
  expect(auditActions.find(({ name }) => name === at)?.actions).toContain(action);
  expect(actionWord({ ...LOOK_AT_PICTURES, diff: [] })).toBe('查看用户图片');
});
