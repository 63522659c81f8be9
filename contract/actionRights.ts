import { approvalRights, kindOfApproval } from './rights/approvals.ts';
import {
  areaOf,
  exportRightOf,
  type Right,
  rightsToRead,
  secretSettings,
} from './rights/rights.ts';
import type { ActionInput, ActionName, FunctionName } from './index.ts';

/** A right, or any one of several. */
type Needed = Right | { anyOf: readonly Right[] };

/** What an action takes: all of these; null where every administrator may, because it is about their own account. */
export type Demand = Needed | readonly Needed[] | null;

/** Fixed, or decided by the parsed input. */
type Declared<F extends FunctionName, A extends ActionName<F>> =
  | Demand
  | ((data: ActionInput<F, A>) => Demand);

type Declaration = { [F in FunctionName]?: { [A in ActionName<F>]?: Declared<F, A> } };

const anyOf = (...rights: Right[]) => ({ anyOf: rights });

/** Whose pages show photos of users and what was made of them; others are not given their addresses. */
export const seesUserPictures = anyOf(
  'images.read',
  'tasks.read',
  'print-orders.read',
  'orders.read',
  'feedback.read',
  'users.read',
);

/** Uploads for a page's own inputs; a picture of the settings may be the administrator's own. */
const toUpload = ({ scene }: { scene: string }): Demand => {
  if (scene === 'voucher') return anyOf('orders.offline', 'images.write');
  if (scene === 'settings') return null;
  return anyOf('templates.write', 'packages.write', 'images.write', 'print-orders.write');
};

/** What a resource is exported with, by its route. */
export const toExport = (resource: string): Right => {
  // The resource of a damaged job may be anything.
  const area = areaOf(String(resource));
  return area ? exportRightOf(area) : 'audit-logs.export';
};

const toReadSettings = ({ type }: { type: string }): Right =>
  secretSettings.includes(type) ? 'settings.secrets' : 'settings.read';
const toWriteSettings = ({ type }: { type: string }): Right =>
  secretSettings.includes(type) ? 'settings.secrets' : 'settings.write';

/** With the right that the thing itself takes. */
const ofApproval =
  (what: 'read' | 'decide') =>
  ({ id }: { id: string }): Demand => {
    const kind = kindOfApproval(id);
    return kind ? [`approvals.${what}`, approvalRights[kind][what]] : `approvals.${what}`;
  };

const readsAndWrites = <const R extends readonly string[], const W extends readonly string[]>(
  area: 'templates' | 'keywords' | 'packages' | 'print-size-config' | 'images',
  reads: R,
  writes: W,
) =>
  Object.fromEntries([
    ...reads.map(name => [name, `${area}.read`]),
    ...writes.map(name => [name, `${area}.write`]),
  ]) as Record<R[number] | W[number], Right>;

/**
 * The right that each action of administrators takes. A function with one that is not named here does not start. One that
 * decides by the input is called with the parsed one.
 */
const declared = {
  adminAuth: {
    logout: null,
    getProfile: null,
    updateProfile: null,
    changePassword: null,
    getSecondFactor: null,
    beginSecondFactor: null,
    enableSecondFactor: null,
    disableSecondFactor: null,
    renewRecoveryCodes: null,
    confirmSecondFactor: null,
    forgetDevice: null,
    getSessions: null,
    revokeSession: null,
  },
  adminAdministrator: {
    getAdministrators: 'administrators.read',
    getAdministratorById: 'administrators.read',
    createAdministrator: 'administrators.write',
    setAdministratorStatus: 'administrators.write',
    resetAdministratorPassword: 'administrators.write',
    resetSecondFactor: 'administrators.write',
    forgetAdministratorDevice: 'administrators.write',
    revokeAdministratorSession: 'administrators.write',
    setAdministratorRole: 'administrators.write',
    getRoles: 'administrators.read',
    getRoleById: 'administrators.read',
    createRole: 'administrators.write',
    updateRole: 'administrators.write',
    deleteRole: 'administrators.write',
  },
  adminTemplate: readsAndWrites(
    'templates',
    ['getTemplates', 'getTemplateById', 'getRevisions', 'getRevisionChanges'],
    [
      'createTemplate',
      'updateTemplate',
      'deleteTemplate',
      'updateTemplateField',
      'setRecommendStatus',
      'copyTemplate',
      'batchUpdate',
      'restoreRevision',
      'importWorkflow',
      'runTrial',
      'cancelTrial',
      'useTrialPicture',
    ],
  ),
  adminTemplatePreset: readsAndWrites(
    'templates',
    ['getPresets', 'getPresetById', 'getRevisions', 'getRevisionChanges'],
    [
      'createPreset',
      'updatePreset',
      'deletePreset',
      'restoreRevision',
      'setDefaultPreset',
      'copyPreset',
    ],
  ),
  adminCategory: readsAndWrites(
    'templates',
    ['getCategories', 'getCategoryById', 'getUsage'],
    ['createCategory', 'updateCategory', 'deleteCategory', 'updateCategorySort', 'mergeCategory'],
  ),
  adminLocalApp: readsAndWrites(
    'templates',
    ['getApps', 'getAppById', 'getCategories'],
    [
      'createApp',
      'updateApp',
      'deleteApp',
      'updateAppField',
      'setRecommendStatus',
      'createCategory',
      'updateCategory',
      'deleteCategory',
      'updateCategorySort',
    ],
  ),
  adminQuickFunction: readsAndWrites(
    'templates',
    ['getQuickFunctions', 'getQuickFunctionById'],
    [
      'createQuickFunction',
      'updateQuickFunction',
      'deleteQuickFunction',
      'setQuickFunctionStatus',
      'updateQuickFunctionSort',
    ],
  ),
  keyword: readsAndWrites(
    'keywords',
    ['getKeywords', 'getKeywordsByIds', 'getSearchMisses', 'getUsage'],
    [
      'createKeyword',
      'updateKeyword',
      'deleteKeyword',
      'deleteSearchMiss',
      'batchCreateKeywords',
      'batchUpsertKeywords',
      'mergeKeywords',
      'addSynonym',
    ],
  ),
  adminAuditLog: {
    /** Rows about what the role does not see are left out. */
    getLogs: 'audit-logs.read',
    getActors: 'audit-logs.read',
    getResourceHistory: ({ resource, resourceId }) =>
      rightsToRead(resource, resourceId) ?? 'audit-logs.read',
  },
  adminExport: {
    createExport: ({ resource }) => toExport(resource),
    /** The administrator's own ones, and of them those of a resource that the role still exports. */
    getExports: null,
    getExportUrl: null,
    cancelExport: null,
  },
  adminDashboard: {
    getSummary: 'dashboard.read',
    getTemplateStats: 'dashboard.read',
    getEngine: anyOf('dashboard.read', 'tasks.read'),
    getTemplateRuns: 'dashboard.read',
    getTemplateFigures: 'dashboard.read',
    getUserStats: 'dashboard.read',
    getOrderStats: 'dashboard.read',
    /** Answers only what the role may see. */
    getRecentActivity: 'dashboard.read',
    GET_PRINT_ORDER_STATS: anyOf('dashboard.read', 'print-orders.read'),
  },
  adminUser: {
    getUsers: 'users.read',
    getUserById: 'users.read',
    getUsersByOpenids: 'users.read',
    updateUserStatus: 'users.write',
    updateUserPackage: 'users.credits',
    getUserLogs: 'users.read',
    getUserUsage: 'users.read',
    getUserOrders: 'orders.read',
    getUserPrintOrders: 'print-orders.read',
    adjustCredits: 'users.credits',
    getCreditLedger: 'users.read',
    addNote: 'users.write',
    getNotes: 'users.read',
    setTags: 'users.write',
    changeTags: 'users.write',
    getTags: 'users.read',
    revealContact: 'users.contact',
  },
  adminTask: {
    getTasks: 'tasks.read',
    getTaskById: 'tasks.read',
    syncTask: 'tasks.write',
    cancelTask: 'tasks.write',
    passTask: 'tasks.write',
    rejectTask: 'tasks.write',
    resolveCharge: 'tasks.write',
    retryTask: 'tasks.write',
    refundTaskCredits: 'tasks.write',
    getDiagnosis: 'tasks.read',
    getTaskStats: 'tasks.read',
  },
  adminCompensation: {
    getCompensations: 'compensations.read',
    getCompensationById: 'compensations.read',
    createCompensation: 'compensations.write',
    getCompensationRows: 'compensations.read',
    previewCompensation: 'compensations.write',
    cancelCompensation: 'compensations.write',
  },
  adminFeedback: {
    getFeedbacks: 'feedback.read',
    getFeedbackById: 'feedback.read',
    replyToFeedback: 'feedback.write',
    takeFeedback: 'feedback.write',
    writeToUser: 'feedback.write',
    handleFeedback: 'feedback.write',
    reopenFeedback: 'feedback.write',
    revealContact: ['feedback.read', 'users.contact'],
  },
  adminMessage: {
    getMessages: 'messages.read',
    /** Who writes to users, or does what causes a message to them. */
    getSending: anyOf('messages.write', 'orders.refund', 'print-orders.write', 'users.write'),
    resendMessage: 'messages.write',
    sendServiceMessage: 'messages.write',
  },
  adminApiKey: {
    getApiKeys: 'api-keys.read',
    createApiKey: 'api-keys.write',
    updateApiKey: 'api-keys.write',
    deleteApiKey: 'api-keys.write',
    setApiKeyStatus: 'api-keys.write',
    testApiKey: 'api-keys.write',
    getApiKeyUsage: 'api-keys.read',
    rotateApiKey: 'api-keys.write',
  },
  adminActivationCode: {
    getBatches: 'activation-codes.read',
    getBatchById: 'activation-codes.read',
    createBatch: 'activation-codes.write',
    generateCodes: 'activation-codes.write',
    setBatchStatus: 'activation-codes.write',
    extendBatch: 'activation-codes.write',
    previewDisable: 'activation-codes.write',
    getCodes: 'activation-codes.read',
    disableCodes: 'activation-codes.write',
    restoreCode: 'activation-codes.write',
    revealCodes: 'activation-codes.reveal',
    exportBatch: 'activation-codes.reveal',
    redeemForUser: 'activation-codes.redeem',
    getCodeStats: 'activation-codes.read',
  },
  adminStorage: {
    uploadImage: toUpload,
    getImages: 'images.read',
    getImageById: 'images.read',
    getReferences: 'images.read',
    deleteImage: 'images.write',
    removeUserImage: 'images.write',
    restoreImage: 'images.write',
    batchDelete: 'images.write',
    getUploadTicket: toUpload,
    /** Only for uploads that the administrator has announced. */
    confirmUpload: null,
    cancelUpload: null,
    getRequestTicket: null,
    /** Answers only pictures that the role may see; see `seesUserPictures`. */
    getFileList: null,
  },
  adminSettings: {
    getSettings: toReadSettings,
    updateSettings: toWriteSettings,
    getPaymentSettings: 'settings.secrets',
    updatePaymentSettings: 'settings.secrets',
    getNotificationSettings: 'settings.secrets',
    updateNotificationSettings: 'settings.secrets',
    getSystemStatus: 'settings.read',
    getSettingRevisions: toReadSettings,
    restoreSetting: toWriteSettings,
    getLegalTexts: 'settings.read',
    getLegalText: 'settings.read',
    publishLegalText: 'settings.write',
    testPayment: 'settings.secrets',
    testNotification: 'settings.secrets',
    testStorage: 'settings.write',
  },
  vodService: readsAndWrites(
    'images',
    ['getVideos', 'getVideoStatus'],
    [
      'updateVideo',
      'deleteVideo',
      'getUploadSignature',
      'processVideo',
      'testService',
      'setVideoCover',
    ],
  ),
  imageCopy: { makeAnyCopy: null },
  adminOrder: {
    getOrders: 'orders.read',
    getOrderById: 'orders.read',
    updateOrderStatus: 'orders.write',
    previewRefund: 'orders.refund',
    processRefund: 'orders.refund',
    getOrderStats: 'orders.read',
    syncPayment: 'orders.write',
    retryUpload: 'orders.write',
    retryFulfil: 'orders.write',
    markPaidOffline: 'orders.offline',
    addRemark: 'orders.write',
    getRefunds: 'orders.read',
    getRefundSums: 'orders.read',
    getRefundReasons: 'orders.read',
    retryRefund: 'orders.refund',
    syncRefund: 'orders.refund',
    voidRefund: 'orders.refund',
    checkVoidedRefund: 'orders.refund',
    applyAbnormalRefund: 'orders.refund',
    /** Answers only kinds whose records the role may read. */
    getApprovals: 'approvals.read',
    getApprovalById: ofApproval('read'),
    approveRequest: ofApproval('decide'),
    declineRequest: ofApproval('decide'),
    /** One's own one. */
    withdrawRequest: anyOf('orders.refund', 'users.credits', 'compensations.write'),
  },
  adminReconciliation: {
    getDays: 'reconciliation.read',
    getDayById: 'reconciliation.read',
    getDifferences: 'reconciliation.read',
    runDay: 'reconciliation.write',
    closeDifference: 'reconciliation.write',
  },
  adminPackage: readsAndWrites(
    'packages',
    ['getPackages', 'getPackageById', 'getPackageSales'],
    ['createPackage', 'updatePackage', 'deletePackage', 'setPackageStatus'],
  ),
  adminPrintSize: readsAndWrites(
    'print-size-config',
    ['getPrintSizes', 'getPrintSizeById'],
    ['createPrintSize', 'updatePrintSize', 'deletePrintSize'],
  ),
  adminPackagePrice: readsAndWrites(
    'print-size-config',
    ['getPackagePrices', 'getPackagePriceById', 'getPriceHistory'],
    ['createPackagePrice', 'updatePackagePrice', 'deletePackagePrice', 'setPackagePriceStatus'],
  ),
  adminPrintOrder: {
    getPrintOrders: 'print-orders.read',
    getPrintOrderById: 'print-orders.read',
    updatePrintOrderStatus: 'print-orders.write',
    batchUpdateStatus: 'print-orders.write',
    holdPrintOrder: 'print-orders.write',
    resumePrintOrder: 'print-orders.write',
    updateAddress: 'print-orders.address',
    setShipping: 'print-orders.write',
    importShipping: 'print-orders.write',
    createReprint: 'print-orders.write',
    getPrintFiles: 'print-orders.read',
    revealAddress: 'print-orders.address',
    addPrintRemark: 'print-orders.write',
  },
  adminPrintArchive: {
    checkPrintPhotos: 'print-orders.write',
    createPrintArchive: 'print-orders.write',
    getPrintArchives: 'print-orders.read',
    getPrintArchiveUrl: 'print-orders.write',
    cancelPrintArchive: 'print-orders.write',
  },
} as const satisfies Declaration;

const table: Readonly<
  Record<string, Readonly<Record<string, Demand | ((data: never) => Demand)>>>
> = declared;

/**
 * What an action takes. `data` is its parsed input; without it, of one that decides by it, undefined.
 * @returns undefined too for what is not declared, which nobody may
 */
export const demandOf = (name: string, action: string, data?: unknown): Demand | undefined => {
  const ofFunction = Object.hasOwn(table, name) ? table[name] : undefined;
  const demand = ofFunction && Object.hasOwn(ofFunction, action) ? ofFunction[action] : undefined;
  if (typeof demand !== 'function') return demand;
  return data === undefined ? undefined : demand(data as never);
};

export const isDeclared = (name: string, action: string): boolean =>
  Object.hasOwn(table, name) && Object.hasOwn(table[name] ?? {}, action);

/** Whether the input decides what it takes. */
export const decidesByInput = (name: string, action: string): boolean =>
  typeof table[name]?.[action] === 'function';

const has = (rights: ReadonlySet<string>, needed: Needed): boolean =>
  typeof needed === 'string' ? rights.has(needed) : needed.anyOf.some(right => rights.has(right));

/** @param demand undefined, for what is not declared, is met by nobody */
export const meets = (rights: ReadonlySet<string>, demand: Demand | undefined): boolean => {
  if (demand === undefined) return false;
  if (demand === null) return true;
  return (Array.isArray(demand) ? demand : [demand]).every((one: Needed) => has(rights, one));
};
