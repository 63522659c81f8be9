import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { CustomRoutes } from 'react-admin';
import { Route } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { showScreens } from '../kit/stockFixture.tsx';
import { failed, renderAdmin } from '../renderAdmin.tsx';

/* What an error says is decided by the invoker: `tests/dataProvider/invoke.test.ts`. */

afterEach(() => vi.restoreAllMocks());

it('shows a server’s message with a request number to copy, and never English', async () => {
  const failures = [
    () => failed(codes.tooOften),
    () => Promise.reject(new Error('undefined is not a function')),
  ];
  const { user } = renderAdmin({
    at: '/admin/profile',
    answers: { 'adminAuth.updateProfile': () => failures.shift()?.() },
  });
  const save = async () => user.click(screen.getByRole('button', { name: '保存' }));
  fireEvent.change(await screen.findByLabelText(/姓名/), { target: { value: '二' } });
  await save();
  expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeVisible();
  expect(screen.getByText('req-42901')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '复制' }));
  expect(await navigator.clipboard.readText()).toBe('req-42901');
  expect(await screen.findByRole('button', { name: '已复制' })).toBeVisible();
  await save();
  expect(await screen.findByText('操作失败，请稍后再试')).toBeVisible();
  expect(screen.queryByText(/undefined/)).not.toBeInTheDocument();
});

it('writes an uncaught error of a page to the console, offers a reload and keeps the menu', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('broken page');
  };
  const { user } = await showScreens(
    '/admin/broken',
    <CustomRoutes>
      <Route path="/broken" element={<Broken />} />
      <Route path="/dashboard" element={<h1>仪表盘</h1>} />
    </CustomRoutes>,
    {},
  );
  expect(await screen.findByRole('button', { name: '刷新页面' })).toBeVisible();
  expect(written).toHaveBeenCalled();
  expect(screen.queryByText(/broken page/)).not.toBeInTheDocument();
  const menu = screen.getByRole('navigation', { name: '主菜单' });
  await user.click(within(menu).getByRole('link', { name: '仪表盘' }));
  await screen.findByRole('heading', { level: 1, name: '仪表盘' });
  expect(screen.queryByRole('button', { name: '刷新页面' })).not.toBeInTheDocument();
});

it('says when the network is gone, and stops when it is back', async () => {
  renderAdmin();
  await screen.findByRole('heading', { level: 1, name: '仪表盘' });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  expect(await screen.findByText('网络已断开，恢复连接后会继续加载')).toBeVisible();
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText(/网络已断开/)).not.toBeInTheDocument());
});
