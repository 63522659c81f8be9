import type { Right } from './rights.ts';

export type Effect = 'refund' | 'worth' | 'rights' | 'secrets' | 'contact';

/**
 * What actions of administrators do beside changing a record, and the right that it takes then: mostly the one that opens
 * the action; otherwise it is decided on what is found. One's own account needs no right. A test calls every action and
 * fails for an effect that is not here.
 */
export const effects: Record<Effect, Readonly<Record<string, Right>>> = {
  /** Money goes back to who has paid, or is on its way. Within the limits of `rights/roles.ts`, as `worth`. */
  refund: {
    'adminOrder.processRefund': 'orders.refund',
    'adminOrder.retryRefund': 'orders.refund',
    'adminOrder.syncRefund': 'orders.refund',
    'adminOrder.applyAbnormalRefund': 'orders.refund',
    'adminOrder.voidRefund': 'orders.refund',
    'adminOrder.approveRequest': 'orders.refund',
    /** Cancelled once it is paid: without the right, or above the limits, it waits for approval. */
    'adminPrintOrder.updatePrintOrderStatus': 'orders.refund',
    /** Happens for tasks that were bought singly. */
    'adminTask.cancelTask': 'orders.refund',
    'adminTask.rejectTask': 'orders.refund',
  },
  /** Credits and days of a membership, given, returned or taken away. */
  worth: {
    'adminUser.adjustCredits': 'users.credits',
    'adminUser.updateUserPackage': 'users.credits',
    'adminTask.refundTaskCredits': 'tasks.write',
    'adminTask.retryTask': 'tasks.write',
    /** What the task has cost goes back, and there is no picture. */
    'adminTask.cancelTask': 'tasks.write',
    'adminTask.rejectTask': 'tasks.write',
    'adminCompensation.createCompensation': 'compensations.write',
    'adminActivationCode.redeemForUser': 'activation-codes.redeem',
    /** What was bought, and taken back with a refund. */
    'adminOrder.retryFulfil': 'orders.write',
    'adminOrder.markPaidOffline': 'orders.offline',
    'adminOrder.processRefund': 'orders.refund',
    'adminOrder.retryRefund': 'orders.refund',
    'adminOrder.approveRequest': 'approvals.decide',
  },
  /** Who may sign in, and as what. */
  rights: {
    'adminAdministrator.createAdministrator': 'administrators.write',
    'adminAdministrator.setAdministratorRole': 'administrators.write',
    'adminAdministrator.setAdministratorStatus': 'administrators.write',
    'adminAdministrator.createRole': 'administrators.write',
    'adminAdministrator.updateRole': 'administrators.write',
    'adminAdministrator.deleteRole': 'administrators.write',
  },
  /** Keys, passwords and the settings that hold them. */
  secrets: {
    'adminAdministrator.createAdministrator': 'administrators.write',
    'adminAdministrator.resetAdministratorPassword': 'administrators.write',
    'adminAdministrator.resetSecondFactor': 'administrators.write',
    'adminApiKey.createApiKey': 'api-keys.write',
    'adminApiKey.updateApiKey': 'api-keys.write',
    'adminApiKey.rotateApiKey': 'api-keys.write',
    'adminApiKey.setApiKeyStatus': 'api-keys.write',
    'adminApiKey.deleteApiKey': 'api-keys.write',
    'adminSettings.updatePaymentSettings': 'settings.secrets',
    'adminSettings.updateNotificationSettings': 'settings.secrets',
    'adminSettings.updateSettings': 'settings.secrets',
    'adminSettings.restoreSetting': 'settings.secrets',
  },
  /** Phones and addresses in full, with a reason. */
  contact: {
    'adminUser.revealContact': 'users.contact',
    'adminFeedback.revealContact': 'users.contact',
    'adminOrder.revealInvoiceEmail': 'orders.invoice',
    'adminPrintOrder.revealAddress': 'print-orders.address',
  },
};
