import { expect } from '@playwright/test';
import { findRecords, readRecord } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

test('templates are shown as pictures, taken offline together, copied, given other inputs, and restored @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/templates`);

  // Pictures instead of rows; this browser remembers.
  await page.getByRole('button', { name: '图片', exact: true }).click();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: '选择「千里江山」' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);

  // Several at once.
  await page.getByRole('checkbox', { name: '选择「千里江山」' }).check();
  await page.getByRole('checkbox', { name: '选择「午后茶点」' }).check();
  await page.getByRole('button', { name: '下线', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '下线选中的 2 个模板？' });
  await dialog.getByRole('button', { name: '下线' }).click();
  await expect(dialog.getByRole('alert')).toContainText('2');
  await dialog.getByRole('button', { name: '关闭' }).click();
  for (const name of ['千里江山', '午后茶点']) {
    expect(findRecords(product.dataDir, 'templates', { name })).toMatchObject([
      { status: 'offline' },
    ]);
  }

  // A copy opens, as a draft that asks the same.
  await page.getByRole('button', { name: '复制「千里江山」' }).click();
  await expect(page).toHaveURL(/\/admin\/templates\/edit\/(?!tpl_0001)[\w-]+$/);
  await expect(page.getByRole('textbox', { name: '名称' })).toHaveValue('千里江山 副本');
  const id = page.url().split('/').at(-1)!;
  const original = readRecord(product.dataDir, 'templates', 'tpl_0001');
  const stored = () => readRecord(product.dataDir, 'templates', id);
  expect(stored()).toMatchObject({ status: 'draft', inputs: original?.['inputs'] });

  // One more thing to ask, first among all; visitors' form follows.
  await page.getByRole('tab', { name: '输入项' }).click();
  await page.getByRole('button', { name: '添加输入项' }).click();
  await page.getByRole('menuitem', { name: '单选' }).click();
  const editor = page.getByRole('region', { name: '输入项' });
  await editor.getByRole('textbox', { name: /^名称/ }).fill('背景');
  await editor.getByLabel('显示名称 1').fill('雪山');
  const preview = page.getByRole('region', { name: '用户看到的表单' });
  await expect(preview.getByRole('combobox', { name: '背景' })).toBeVisible();
  for (let at = (original?.['inputs'] as unknown[]).length; at > 0; at -= 1) {
    await editor.getByRole('button', { name: '上移「背景」' }).click();
    await expect(editor.getByRole('listitem').nth(at - 1)).toContainText('背景');
  }

  // Mistakes out of sight are counted on their tabs, and the first one is brought to the front.
  await page.getByRole('tab', { name: '基础信息' }).click();
  await page.getByRole('textbox', { name: '名称' }).fill('敦');
  await page.getByRole('tab', { name: '展示' }).click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('tab', { name: '基础信息 1 处需要修改' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.getByRole('textbox', { name: '名称' }).fill('敦煌雪山');
  await page.getByRole('tab', { name: '输入项 1 处需要修改' }).click();
  await editor.getByLabel('提交的值 1').fill('snow');
  await expect(page.getByRole('tab', { name: '输入项', exact: true })).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  expect(stored()).toMatchObject({
    name: '敦煌雪山',
    inputs: [
      { key: 'choice', label: '背景', type: 'select', options: [{ label: '雪山', value: 'snow' }] },
      ...(original?.['inputs'] as object[]),
    ],
  });

  // The address keeps the tab; the history shows what was and what is.
  await page.getByRole('tab', { name: '修改历史' }).click();
  await page.reload();
  const history = page.getByRole('tabpanel', { name: '修改历史' });
  await expect(history.getByText('千里江山 副本')).toBeVisible();
  await expect(history.getByText('敦煌雪山', { exact: true })).toBeVisible();
  await expect(history.getByText('背景（choice） · 单选')).toBeVisible();
  await expect(history.getByText('复制模板')).toBeVisible();

  // Back to how the copy was made, after a look at what that changes; the history goes on.
  await history.getByRole('button', { name: '恢复到此版本' }).last().click();
  const restoring = page.getByRole('dialog', { name: /^恢复到 .* 的版本？$/ });
  await expect(restoring.getByText('千里江山 副本')).toBeVisible();
  await restoring.getByRole('button', { name: '恢复到此版本' }).click();
  await expect(restoring).toBeHidden();
  await expect(history.getByText('恢复历史版本')).toBeVisible();
  expect(stored()).toMatchObject({ name: '千里江山 副本', inputs: original?.['inputs'] });
  await page.getByRole('tab', { name: '基础信息' }).click();
  await expect(page.getByRole('textbox', { name: '名称' })).toHaveValue('千里江山 副本');
});
