import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Action } from '#contract/action.ts';
import { functions } from '#contract/index.ts';
import { createCaller, type Product, startProduct } from './product.ts';

/**
 * Functions, actions and payloads whose names are fixed (docs/specification.md#functions-and-actions). Null stands for a
 * payload that is not: it is the contract's example.
 */
const fixed: Record<string, Record<string, object | null>> = {
  adminTemplate: {
    getTemplates: {},
    getTemplateById: { id: 'tpl_0001' },
    createTemplate: { name: '规格之内' },
    updateTemplate: { _id: 'tpl_0002', rev: 1, subtitle: '改过' },
    deleteTemplate: { id: 'tpl_0060' },
    updateTemplateField: { templateId: 'tpl_0003', field: 'sort', value: 7 },
    setRecommendStatus: { templateId: 'tpl_0004', isRecommend: true },
  },
  adminCategory: {
    getCategories: {},
    getCategoryById: { _id: 'cat_0001' },
    createCategory: { name: '规格之内' },
    updateCategory: { _id: 'cat_0002', rev: 1, description: '改过' },
    deleteCategory: { _id: 'cat_0012' },
  },
  keyword: {
    getKeywords: {},
    getKeywordsByIds: { ids: ['kw_0001'] },
    createKeyword: { word: '规格之内' },
    updateKeyword: { _id: 'kw_0003', rev: 1, weight: 3 },
    deleteKeyword: { _id: 'kw_0040' },
    batchCreateKeywords: { keywords: [{ word: '一批' }] },
    batchUpsertKeywords: { keywords: [{ word: '一批', weight: 1 }] },
  },
  adminDashboard: {
    getSummary: {},
    getTemplateStats: {},
    getUserStats: {},
    getOrderStats: {},
    getRecentActivity: {},
    GET_PRINT_ORDER_STATS: {},
  },
  adminUser: {
    getUsers: {},
    getUsersByOpenids: { openids: [] },
    getUserById: { id: 'usr_0001' },
    updateUserStatus: null,
    updateUserPackage: null,
    getUserLogs: { userId: 'usr_0001' },
    getUserUsage: { userId: 'usr_0001' },
    getUserOrders: { userId: 'usr_0001' },
    getUserPrintOrders: { userId: 'usr_0001' },
  },
  adminOrder: {
    getOrders: {},
    getOrderById: { id: 'ord_0001' },
    updateOrderStatus: null,
    processRefund: null,
    getOrderStats: {},
  },
  adminSettings: {
    getSettings: { type: 'general' },
    updateSettings: null,
    getPaymentSettings: null,
    updatePaymentSettings: null,
    getNotificationSettings: null,
    updateNotificationSettings: null,
  },
  adminStorage: {
    uploadImage: null,
    getImages: {},
    deleteImage: null,
    getFileList: { fileList: ['template/demo/tpl_0001.jpg'] },
  },
  vodService: { getUploadSignature: null, processVideo: null },
  adminLocalApp: {
    getApps: null,
    getAppById: { id: 'app_0001' },
    createApp: null,
    updateApp: null,
    deleteApp: null,
    updateAppField: null,
    setRecommendStatus: { appId: 'app_0002', isRecommend: true },
    getCategories: null,
    createCategory: null,
    updateCategory: null,
    deleteCategory: null,
  },
  adminTemplatePreset: {
    getPresets: null,
    getPresetById: { id: 'pre_0001' },
    createPreset: null,
    updatePreset: null,
    deletePreset: null,
  },
};

const exampleOf = (name: string, action: string) =>
  (functions as Record<string, Record<string, Action>>)[name]![action]!.example;
const calls = Object.entries(fixed).flatMap(([name, actions]) =>
  Object.entries(actions).map(([action, data]) => ({
    name,
    action,
    data: data ?? exampleOf(name, action),
  })),
);

let product: Product;
let caller: ReturnType<typeof createCaller>;
beforeAll(async () => {
  product = await startProduct();
  caller = createCaller(product.url);
  await caller.signIn();
});
afterAll(() => product.dispose());

it('fixed payloads are answered', async () => {
  for (const { name, action, data } of calls) {
    const { code, message, requestId } = await caller.call(name, action, data);
    expect({ name, action, code, message }).toEqual({ name, action, code: 0, message: 'ok' });
    expect(requestId).toBeTruthy();
  }
}, 180_000);

it('adminAuth changePassword takes its token from the data, beside source', async () => {
  const { code } = await caller.raw('adminAuth', token => ({
    action: 'changePassword',
    source: 'admin',
    data: { oldPassword: 'local-admin-2026', newPassword: 'local-admin-2027', token },
  }));
  expect(code).toBe(0);
});
