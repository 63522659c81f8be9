import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { makeStorageSafe } from '#src/shared/safeStorage.ts';
import { type Answers, failed, ok, renderAdmin } from '../renderAdmin.tsx';
import { aCategory } from '../templates/templateFixture.ts';

/* What `foreignBrowser.test.tsx` and `safeStorage.test.ts` ask of single parts, in the whole application. */

const category = aCategory({ name: '写真' });
const answers: Answers = {
  'adminCategory.getCategories': () => ok({ list: [category], total: 1 }),
  'adminCategory.getCategoryById': () => ok(category),
};

const storages = ['localStorage', 'sessionStorage'] as const;
const own = Object.getOwnPropertyDescriptors(globalThis);
afterEach(() => {
  for (const name of storages) Object.defineProperty(globalThis, name, own[name]);
  vi.restoreAllMocks();
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const full = () => {
  throw new DOMException('exceeded the quota', 'QuotaExceededError');
};
const signIn = async () => {
  fireEvent.change(await screen.findByLabelText('用户名'), { target: { value: 'lina' } });
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'secret-6' } });
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe.each([
  [
    'forbidden',
    () => {
      for (const name of storages)
        Object.defineProperty(globalThis, name, { configurable: true, get: refuse });
    },
  ],
  ['full', () => void vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)],
])('with a storage that is %s', (_what, breakStorage) => {
  beforeEach(() => {
    breakStorage();
    makeStorageSafe();
  });

  it('one signs in, works, hears once that nothing is kept, and finds a draft again', async () => {
    const app = renderAdmin({ at: '/admin/categories', signedIn: false, answers });
    await signIn();
    await heading('分类管理');
    expect(await screen.findAllByText(/浏览器的存储空间已满或被禁止/)).toHaveLength(1);
    app.unmount();
    const form = renderAdmin({ at: '/admin/categories/edit/cat_1', answers });
    fireEvent.change(await screen.findByLabelText(/名称/), { target: { value: '写真馆' } });
    await waitFor(() =>
      expect(localStorage.getItem('draft.admin_0001.categories.cat_1')).toContain('写真馆'),
    );
    form.unmount();
    renderAdmin({ at: '/admin/categories/edit/cat_1', answers });
    fireEvent.click(await screen.findByRole('button', { name: '恢复草稿' }));
    expect(screen.getByLabelText(/名称/)).toHaveValue('写真馆');
  });
});

it('a text that may not be copied is selected, to be copied by hand', async () => {
  renderAdmin({
    at: '/admin/profile',
    answers: { 'adminAuth.updateProfile': () => failed(codes.tooOften) },
  });
  fireEvent.change(await screen.findByLabelText(/姓名/), { target: { value: '二' } });
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  fireEvent.click(await screen.findByRole('button', { name: '复制' }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', {
    name: /已选中，请手动复制/,
  });
  expect(field).toHaveFocus();
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toMatch(/^req-/);
});
