import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import {
  AdminContext,
  ResourceContextProvider,
  SaveContextProvider,
  testDataProvider,
} from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, getAdminUser, getToken, saveSession } from '#authProvider/session.ts';
import { categoryEntity } from '#contract/category.ts';
import { i18nProvider } from '#i18n/i18nProvider.ts';
import { pastedFiles } from '#src/admin/kit/base/pastedFiles.ts';
import { draftKey, readDraft } from '#src/admin/kit/form/drafts.ts';
import { TextInput } from '#src/admin/kit/form/inputs.tsx';
import { SimpleForm } from '#src/admin/kit/form/SimpleForm.tsx';
import { keptFilter, openedFilter } from '#src/admin/kit/list/lastDays.ts';
import { createStore } from '#src/admin/shell/store.ts';
import { tolerateMovedNodes } from '#src/movedNodes.ts';
import { readDraft as readVisitorDraft } from '#src/visitor/making/draft.ts';
import { adminRecord, type Answers, ok, renderAdmin } from '../renderAdmin.tsx';
import { aCategory } from '../templates/templateFixture.ts';

/* The browser belongs to its user: what they forbid, fill or add there must not end a page. */

const category = aCategory({ name: '写真' });
const answers: Answers = {
  'adminCategory.getCategories': () => ok({ list: [category], total: 1 }),
  'adminCategory.getCategoryById': () => ok(category),
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

describe('a session', () => {
  const begin = (expireTime: number) =>
    saveSession('adm.admin_0001.test', expireTime, { ...adminRecord, id: adminRecord._id });

  it('does not end at once by a clock that is far ahead', () => {
    begin(Date.now() - 1_000);
    expect(document.cookie).toContain('adm.admin_0001.test');
  });

  it('lasts until the page is closed without cookies', () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(document, 'cookie', { configurable: true, get: refuse, set: refuse });
    begin(Date.now() + 60_000);
    expect([getToken(), getAdminUser()?.id]).toEqual(['adm.admin_0001.test', adminRecord._id]);
    clearSession();
    expect(getToken()).toBeUndefined();
    Reflect.deleteProperty(document, 'cookie');
  });
});

it.each(['', '{', 'null', '5', '"x"', '[]', '[null]', '{"filter":5,"values":1}', '[{"label":1}]'])(
  '%j in every place of the storage counts as nothing',
  value => {
    vi.spyOn(Storage.prototype, 'getItem').mockReturnValue(value);
    const store = createStore();
    expect([0, 5]).toContain(store.getItem('sidebar.width', 0));
    expect(['y', 'x']).toContain(store.getItem('some.text', 'y'));
    expect(store.getItem('sidebar.open', true)).toBe(true);
    expect(store.getItem('locale', 'zh')).toBe('zh');
    expect(store.getItem('keywords.listParams', { filter: {} })).toEqual({ filter: {} });
    expect(store.getItem('keywords.savedQueries', [])).toEqual([]);
    expect([undefined, []]).toContainEqual(store.getItem('keywords.columns'));
    expect(readDraft(draftKey('categories', 'cat_1'))).toBeNull();
    expect(readVisitorDraft('tpl_1')).toEqual({ values: {}, photos: {} });
    expect(getAdminUser()).toBeNull();
  },
);

describe('a browser that translates', () => {
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!;
  afterEach(() => {
    Object.assign(Node.prototype, { removeChild, insertBefore, appendChild });
    Object.defineProperty(Node.prototype, 'nodeValue', nodeValue);
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
      font.textContent = text.data;
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
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translate);
  };
  let set = (_rows: string[]) => {};
  const Page = () => {
    const [rows, setRows] = useState(['a', 'b', 'c']);
    useEffect(() => void (set = setRows), []);
    return (
      <main>
        {rows.length} rows{rows.length > 2 && ', many'}
        {rows.map(row => (
          <p key={row}>{row}</p>
        ))}
        {rows.length === 0 && 'none'}
        {rows.includes('b') ? <b>{rows.join()}</b> : 'without b'}
      </main>
    );
  };

  it.each(Object.entries(translators))('and %s leaves a page as it is', async (_how, translate) => {
    tolerateMovedNodes();
    const { container, unmount } = render(<Page />);
    const shown = () => container.textContent;
    for (const [rows, text] of [
      [['a', 'b', 'c'], '3 rows, manyabca,b,c'],
      [['c', 'b'], '2 rowscbc,b'],
      [[], '0 rowsnonewithout b'],
      [['d', 'c', 'b'], '3 rows, manydcbd,c,b'],
      [['c'], '1 rowscwithout b'],
    ] as const) {
      act(() => set([...rows]));
      expect(shown()).toBe(text);
      await act(async () => translateAll(translate));
      expect(shown()).toBe(text);
    }
    unmount();
    expect(document.body).toHaveTextContent('');
  });

  it('lets a form be saved', async () => {
    const translate = translators['replaces texts beside them'];
    tolerateMovedNodes();
    const save = vi.fn();
    render(
      <AdminContext i18nProvider={i18nProvider} dataProvider={testDataProvider()}>
        <ResourceContextProvider value="categories">
          <SaveContextProvider value={{ save, saving: false }}>
            <SimpleForm entity={categoryEntity} record={{ ...category, id: 'cat_1' }}>
              <TextInput source="name" label="name" />
            </SimpleForm>
          </SaveContextProvider>
        </ResourceContextProvider>
      </AdminContext>,
    );
    const name = await screen.findByRole('textbox');
    // Each saving changes texts that were translated: the error beside the field, the count of changes.
    for (const value of ['', '写真馆']) {
      await act(async () => translateAll(translate));
      await act(async () => fireEvent.change(name, { target: { value } }));
      await act(async () => translateAll(translate));
      await act(async () => fireEvent.submit(name.closest('form')!));
      expect(name.getAttribute('aria-invalid')).toBe(String(value === ''));
    }
    expect(save).toHaveBeenCalledOnce();
    expect(save.mock.calls[0]?.[0]).toMatchObject({ name: '写真馆' });
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

  it('is noticed when the tab is looked at: it says who is signed in', async () => {
    renderAdmin({ at: '/admin/categories', answers });
    await screen.findByText('写真');
    signInElsewhere();
    act(() => void dispatchEvent(new Event('focus')));
    expect(await screen.findByRole('alert')).toHaveTextContent('此浏览器已由「王五」登录');
    expect(screen.queryByText('写真')).toBeNull();
    expect(document.cookie).toContain('admin_0002');
  });

  it('gets no change under their name, nor the drafts and views of others', async () => {
    const app = renderAdmin({ at: '/admin/categories/edit/cat_1', answers });
    fireEvent.change(await screen.findByLabelText(/名称/), { target: { value: '写真馆' } });
    signInElsewhere();
    fireEvent.click(screen.getByRole('button', { name: /保存/ }));
    await screen.findByRole('heading', { level: 1, name: '此浏览器已由「王五」登录' });
    expect(app.sent('updateCategory')).toEqual([]);
    app.unmount();
    renderAdmin({ at: '/admin/categories/edit/cat_1', signedIn: false, answers });
    expect(await screen.findByLabelText(/名称/)).toHaveValue('写真');
    expect(screen.queryByRole('button', { name: '恢复草稿' })).toBeNull();
  });

  it('who has signed out there is noticed as the browser shows a page it has kept', async () => {
    renderAdmin({ at: '/admin/categories', answers });
    await screen.findByText('写真');
    clearSession();
    act(() => void dispatchEvent(new Event('pageshow')));
    expect(await screen.findByRole('heading', { name: '登录管理后台' })).toBeVisible();
  });
});

it('a clipboard with a text and its picture is a text for a text field, and a picture for the page', () => {
  const files = [new File(['x'], 'image.png', { type: 'image/png' })];
  const pasteInto = (target: Element) =>
    pastedFiles({
      clipboardData: { files, types: ['text/plain', 'Files'] },
      target,
      defaultPrevented: false,
    } as never);
  expect(pasteInto(document.createElement('input'))).toEqual([]);
  expect(pasteInto(document.body)).toEqual(files);
});

describe('hands', () => {
  it('that take over with Enter what an input method suggests do nothing else, in Safari as well', async () => {
    const { sent } = renderAdmin({ at: '/admin/categories', answers });
    await screen.findByText('写真');
    const before = sent('getCategories').length;
    const box = screen.getByRole('searchbox');
    fireEvent.change(box, { target: { value: '写真' } });
    expect(fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })).toBe(false);
    expect(sent('getCategories')).toHaveLength(before);
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
    await waitFor(() => expect(sent('getCategories').length).toBeGreaterThan(before));
  });

  it.each(['dragover', 'drop'])(
    'that let go of a file beside its place keep the page (%s)',
    name => {
      const event = (types: string[]) =>
        Object.assign(new Event(name, { bubbles: true, cancelable: true }), {
          dataTransfer: { types },
        });
      document.body.dispatchEvent(event(['text/plain']));
      expect(document.body.dispatchEvent(event(['text/plain']))).toBe(true);
      expect(document.body.dispatchEvent(event(['Files']))).toBe(false);
    },
  );

  it('keep a view of the last days, which moves on with them', () => {
    const from = (day: string) => Date.parse(`${day}T00:00:00+08:00`);
    vi.useFakeTimers({ now: Date.parse('2026-03-08T12:00:00+08:00'), toFake: ['Date'] });
    const kept = keptFilter({ createTime: { from: from('2026-03-02') }, q: '甲' });
    const chosen = keptFilter({ createTime: { from: from('2026-03-03') } });
    vi.setSystemTime(Date.parse('2026-03-11T12:00:00+08:00'));
    expect(openedFilter(kept)).toEqual({ createTime: { from: from('2026-03-05') }, q: '甲' });
    expect(openedFilter(chosen)).toEqual({ createTime: { from: from('2026-03-03') } });
    vi.useRealTimers();
  });
});
