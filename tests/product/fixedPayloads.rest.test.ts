import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller, type Product, startProduct } from './product.ts';

/**
 * Functions, actions and payloads whose names are fixed (docs/specification.md#functions-and-actions), called one by
 * one. An empty payload stands for "not fixed" and uses the contract's example.
 */
const calls: Record<string, [action: string, data: object][]> = {
  adminTemplate: [
    ['getTemplates', {}],
    ['getTemplateById', { id: 'tpl_0001' }],
    ['createTemplate', { name: '规格之内' }],
    ['updateTemplate', { _id: 'tpl_0002', rev: 1, subtitle: '改过' }],
    ['deleteTemplate', { id: 'tpl_0060' }],
    ['updateTemplateField', { templateId: 'tpl_0003', field: 'sort', value: 7 }],
    ['setRecommendStatus', { templateId: 'tpl_0004', isRecommend: true }],
  ],
  adminCategory: [
    ['getCategories', {}],
    ['getCategoryById', { _id: 'cat_0001' }],
    ['createCategory', { name: '规格之内' }],
    ['updateCategory', { _id: 'cat_0002', rev: 1, description: '改过' }],
    ['deleteCategory', { _id: 'cat_0012' }],
  ],
  keyword: [
    ['getKeywords', {}],
    ['getKeywordsByIds', { ids: ['kw_0001'] }],
    ['createKeyword', { word: '规格之内' }],
    ['updateKeyword', { _id: 'kw_0003', rev: 1, weight: 3 }],
    ['deleteKeyword', { _id: 'kw_0040' }],
    ['batchCreateKeywords', { keywords: [{ word: '一批' }] }],
    ['batchUpsertKeywords', { keywords: [{ word: '一批', weight: 1 }] }],
  ],
  adminDashboard: [
    ['getSummary', {}],
    ['getTemplateStats', {}],
    ['getUserStats', {}],
    ['getOrderStats', {}],
    ['getRecentActivity', {}],
    ['GET_PRINT_ORDER_STATS', {}],
  ],
  adminUser: [
    ['getUsers', {}],
    ['getUsersByOpenids', { openids: [] }],
    ['getUserById', { id: 'usr_0001' }],
    ['updateUserStatus', {}],
    ['updateUserPackage', {}],
    ['getUserLogs', { userId: 'usr_0001' }],
    ['getUserUsage', { userId: 'usr_0001' }],
    ['getUserOrders', { userId: 'usr_0001' }],
    ['getUserPrintOrders', { userId: 'usr_0001' }],
  ],
  adminOrder: [
    ['getOrders', {}],
    ['getOrderById', { id: 'ord_0001' }],
    ['updateOrderStatus', {}],
    ['processRefund', {}],
    ['getOrderStats', {}],
  ],
  adminSettings: [
    ['getSettings', { type: 'general' }],
    ['updateSettings', {}],
    ['getPaymentSettings', {}],
    ['updatePaymentSettings', {}],
    ['getNotificationSettings', {}],
    ['updateNotificationSettings', {}],
  ],
  adminStorage: [
    ['uploadImage', {}],
    ['getImages', {}],
    ['deleteImage', {}],
    ['getFileList', { fileList: ['template/demo/tpl_0001.jpg'] }],
  ],
  vodService: [
    ['getUploadSignature', {}],
    ['processVideo', {}],
  ],
  adminLocalApp: [
    ['getApps', {}],
    ['getAppById', { id: 'app_0001' }],
    ['createApp', {}],
    ['updateApp', {}],
    ['deleteApp', {}],
    ['updateAppField', {}],
    ['setRecommendStatus', { appId: 'app_0002', isRecommend: true }],
    ['getCategories', {}],
    ['createCategory', {}],
    ['updateCategory', {}],
    ['deleteCategory', {}],
  ],
  adminTemplatePreset: [
    ['getPresets', {}],
    ['getPresetById', { id: 'pre_0001' }],
    ['createPreset', {}],
    ['updatePreset', {}],
    ['deletePreset', {}],
  ],
};

/** Fixed payloads answer 0 as they are; empty ones take the contract's example. */
const rows = Object.entries(calls).flatMap(([name, actions]) =>
  actions.map(([action, data]) => ({ name, action, data })),
);

describe('fixed payloads', () => {
  let product: Product;
  let caller: ReturnType<typeof createCaller>;
  let examples: { function: string; action: string; example: object }[];

  beforeAll(async () => {
    product = await startProduct();
    caller = createCaller(product.url);
    await caller.signIn();
    const { readFileSync } = await import('node:fs');
    examples = JSON.parse(
      readFileSync(new URL('../../dist/actions.json', import.meta.url), 'utf8'),
    ) as typeof examples;
  });
  afterAll(() => product.dispose());

  it.each(rows)('$name $action answers', async ({ name, action, data }) => {
    const example = examples.find(row => row.function === name && row.action === action)?.example;
    expect(example, 'is in dist/actions.json').toBeDefined();
    const payload = Object.keys(data).length > 0 ? data : example;
    const { code, message, requestId } = await caller.call(name, action, payload);
    expect({ code, message }).toEqual({ code: 0, message: 'ok' });
    expect(requestId).toBeTruthy();
  });

  it('adminAuth changePassword takes its token from the data, beside source', async () => {
    const { code } = await caller.raw('adminAuth', token => ({
      action: 'changePassword',
      source: 'admin',
      data: { oldPassword: 'local-admin-2026', newPassword: 'local-admin-2027', token },
    }));
    expect(code).toBe(0);
  });
});
