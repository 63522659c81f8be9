import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, saveSession } from '#authProvider/session.ts';
import { categoryEntity } from '#contract/category.ts';
import { codes } from '#contract/envelope.ts';
import { templateEntity } from '#contract/template.ts';
import { bearMovedNodes } from '#src/movedNodes.ts';
import { makeStorageSafe } from '#src/shared/safeStorage.ts';
import { adminRecord, type Answers, failed, ok, renderAdmin } from './renderAdmin.tsx';

/* The browser belongs to its user: what they forbid, fill or add there must not end a page. */

// Loading the application is over before what is waited for here.
configure({ asyncUtilTimeout: 20_000 });

const times = { rev: 1, createTime: 1_700_000_000_000, updateTime: 1_700_000_000_000 };
const category = (id: string, name: string) =>
  categoryEntity.record.parse({ ...times, _id: id, name, status: 'enabled' });
const template = templateEntity.record.parse({
  ...times,
  _id: 'tpl_1',
  name: '樱花少女',
  status: 'draft',
});
const answers: Answers = {
  'adminCategory.getCategories': () =>
    ok({ list: [category('cat_1', '写真'), category('cat_2', '国风')], total: 2 }),
  'adminCategory.getCategoryById': () => ok(category('cat_1', '写真')),
  'adminCategory.updateCategory': ({ data }) =>
    ok({ ...category('cat_1', '写真'), ...data, rev: 2 }),
  'adminTemplate.getTemplates': () =>
    ok({ list: [template], total: 1, counts: { draft: 1, online: 0, offline: 0 } }),
  'adminTemplate.getTemplateById': () => ok(template),
};

const signIn = async ({ user }: ReturnType<typeof renderAdmin>) => {
  await user.type(await screen.findByLabelText('用户名'), 'lina');
  await user.type(screen.getByLabelText('密码'), 'secret-6');
  await user.click(screen.getByRole('button', { name: '登录' }));
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** Puts a storage of its own kind in place of the browser's, until the test ends. */
const replaceStorage = (descriptor: PropertyDescriptor) => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { configurable: true, ...descriptor });
};
const own = Object.getOwnPropertyDescriptors(globalThis);
afterEach(() => {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(globalThis, name, own[name]);
  localStorage.clear();
  sessionStorage.clear();
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

describe.each([
  ['forbidden', () => replaceStorage({ get: refuse })],
  ['absent', () => replaceStorage({ value: null })],
  ['full', () => void vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)],
])('with a storage that is %s', (_what, breakStorage) => {
  beforeEach(() => {
    breakStorage();
    makeStorageSafe();
  });

  it('one signs in, works, and hears once that nothing is kept', async () => {
    const app = renderAdmin({ at: '/admin/templates', signedIn: false, answers });
    await signIn(app);
    await heading('模板管理');
    expect(await screen.findAllByText(/浏览器的存储空间已满或被禁止/)).toHaveLength(1);
    await app.user.click(await screen.findByRole('tab', { name: /已上线/ }));
    await waitFor(() => expect(location.search).toContain('online'));
    expect(app.sent('getTemplates').at(-1)?.data).toMatchObject({ filter: { status: 'online' } });
  });

  it('a draft is there again as long as the page is', async () => {
    const app = renderAdmin({ at: '/admin/categories/edit/cat_1', answers });
    await app.user.type(await screen.findByLabelText(/名称/), '馆');
    await waitFor(() =>
      expect(localStorage.getItem('draft.admin_0001.categories.cat_1')).toContain('写真馆'),
    );
    app.unmount();
    renderAdmin({ at: '/admin/categories/edit/cat_1', answers });
    await app.user.click(await screen.findByRole('button', { name: '恢复草稿' }));
    expect(screen.getByLabelText(/名称/)).toHaveValue('写真馆');
  });
});

it('without cookies one signs in until the page is closed', async () => {
  Object.defineProperty(document, 'cookie', { configurable: true, get: refuse, set: refuse });
  const app = renderAdmin({ at: '/admin/categories', signedIn: false, answers });
  await signIn(app);
  await heading('分类管理');
  expect(app.sent('getCategories').at(-1)?.token).toBe('adm.admin_0001.test');
  Reflect.deleteProperty(document, 'cookie');
});

it('a clock that is far ahead does not end a session at once', async () => {
  saveSession('adm.admin_0001.test', Date.now() - 1_000, { ...adminRecord, id: adminRecord._id });
  expect(document.cookie).toContain('adm.admin_0001.test');
});

const odd = [
  '',
  '{',
  'null',
  '5',
  '"x"',
  '[]',
  '[null]',
  '{"filter":5,"values":1}',
  '[{"label":1}]',
];
it.each(odd)('%j in every place of the storage breaks no page', async value => {
  const keys = new Set(['draft.admin_0001.categories.cat_1', 'RaStore.admin_0001.locale']);
  const read = Storage.prototype.getItem;
  const get = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(function (
    this: Storage,
    key: string,
  ) {
    keys.add(key);
    return key === 'admin_user' ? read.call(this, key) : value;
  });
  for (const at of ['/admin/categories', '/admin/templates', '/admin/categories/edit/cat_1']) {
    const app = renderAdmin({ at, answers });
    await screen.findByRole('heading', { level: 1 });
    await screen.findAllByText(/写真|樱花少女/);
    const views = screen.queryByRole('button', { name: '视图' });
    if (views) await app.user.click(views);
    expect(screen.queryByText('页面出错了')).toBeNull();
    app.unmount();
  }
  expect(get).toHaveBeenCalled();
  expect(keys.size).toBeGreaterThan(10);
});

/** As translators do: around each text, or in its place. */
const translators = {
  'wraps texts': (text: Text) => {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text);
  },
  'replaces texts': (text: Text) => {
    const font = document.createElement('font');
    font.textContent = `t:${text.data}`;
    text.replaceWith(font);
  },
  'replaces texts beside them': (text: Text) => {
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    font.firstElementChild!.textContent = text.data;
    text.before(font);
    text.remove();
  },
};
const translateAll = (translate: (text: Text) => void) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() && !text.parentElement?.closest('style, script, textarea, font'))
      texts.push(text);
  }
  texts.forEach(translate);
  return texts.length;
};

describe.each(Object.entries(translators))('a browser that %s', (_how, translate) => {
  beforeEach(bearMovedNodes);

  it('leaves lists, dialogs, forms and saving as they are', async () => {
    const app = renderAdmin({ at: '/admin/categories', answers });
    const wrap = () => act(async () => void translateAll(translate));
    await screen.findByText('写真');
    await wrap();
    await app.user.click(screen.getByRole('button', { name: /账号菜单/ }));
    await wrap();
    await app.user.keyboard('{Escape}');
    await app.user.click(screen.getByRole('link', { name: /模板管理/ }));
    await screen.findByText('樱花少女');
    await wrap();
    await app.user.click(screen.getByRole('tab', { name: /已上线/ }));
    await wrap();
    app.unmount();

    const form = renderAdmin({ at: '/admin/categories/edit/cat_1', answers });
    const name = await screen.findByLabelText(/名称/);
    await wrap();
    await form.user.clear(name);
    await form.user.click(screen.getByRole('button', { name: /保存/ }));
    await wrap();
    await form.user.type(name, '古风');
    await wrap();
    await form.user.click(screen.getByRole('button', { name: /保存/ }));
    await waitFor(() => expect(form.sent('updateCategory')).toHaveLength(1));
    await screen.findByText(/已保存/);
    await wrap();
    expect(screen.queryByText('页面出错了')).toBeNull();
    expect(within(document.body).queryAllByRole('main')).toHaveLength(1);
  });
});

describe('another administrator who signs in in another tab', () => {
  const signInElsewhere = () =>
    saveSession('adm.admin_0002.other', Date.now() + 60_000, {
      id: 'admin_0002',
      username: 'wangwu',
      nickName: '王五',
      avatar: '',
    });

  it.each([
    ['is noticed when the tab is looked at', () => dispatchEvent(new Event('focus'))],
    [
      'is noticed as the browser shows a page it has kept',
      () => dispatchEvent(new Event('pageshow')),
    ],
  ])('%s: it says who is signed in', async (_title, look) => {
    renderAdmin({ at: '/admin/categories', answers });
    await screen.findByText('写真');
    signInElsewhere();
    act(() => void look());
    expect(await screen.findByRole('alert')).toHaveTextContent('此浏览器已由「王五」登录');
    expect(screen.queryByText('写真')).toBeNull();
    expect(document.cookie).toContain('admin_0002');
  });

  it('gets no change under their name, nor the drafts and views of others', async () => {
    const app = renderAdmin({ at: '/admin/categories/edit/cat_1', answers });
    await app.user.type(await screen.findByLabelText(/名称/), '馆');
    signInElsewhere();
    await app.user.click(screen.getByRole('button', { name: /保存/ }));
    await heading('此浏览器已由「王五」登录');
    expect(app.sent('updateCategory')).toEqual([]);
    app.unmount();
    renderAdmin({ at: '/admin/categories/edit/cat_1', signedIn: false, answers });
    expect(await screen.findByLabelText(/名称/)).toHaveValue('写真');
    expect(screen.queryByRole('button', { name: '恢复草稿' })).toBeNull();
  });

  it('who has signed out there is noticed too', async () => {
    renderAdmin({ at: '/admin/categories', answers });
    await screen.findByText('写真');
    clearSession();
    act(() => void dispatchEvent(new Event('pageshow')));
    expect(await screen.findByRole('heading', { name: '登录管理后台' })).toBeVisible();
  });
});

describe('a clipboard with a text and its picture', () => {
  const both = {
    files: [new File(['x'], 'image.png', { type: 'image/png' })],
    types: ['text/plain', 'Files'],
  };
  const images = {
    'adminStorage.getImages': () => ok({ list: [], total: 0 }),
    'adminStorage.uploadImage': () => ok({}),
  };

  it('is a text for a text field, and a picture for the page that takes pictures', async () => {
    renderAdmin({ at: '/admin/images', answers: { ...answers, ...images } });
    const search = await screen.findByPlaceholderText(/搜索/);
    fireEvent.paste(search, { clipboardData: both });
    expect(screen.queryByText('image.png')).toBeNull();
    fireEvent.paste(document.body, { clipboardData: both });
    expect(await screen.findAllByText('image.png')).not.toEqual([]);
  });
});

it('a text that may not be copied is selected, to be copied by hand', async () => {
  const { user } = renderAdmin({
    at: '/admin/profile',
    answers: { 'adminAuth.updateProfile': () => failed(codes.tooOften) },
  });
  await user.type(await screen.findByLabelText(/姓名/), '二');
  await user.click(screen.getByRole('button', { name: '保存' }));
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(() =>
    Promise.reject(new Error('denied')),
  );
  await user.click(await screen.findByRole('button', { name: '复制' }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', {
    name: /已选中，请手动复制/,
  });
  expect(field).toHaveFocus();
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toMatch(/^req-/);
});
