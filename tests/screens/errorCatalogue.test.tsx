import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { failed, renderAdmin } from './renderAdmin.tsx';

const trap = vi.hoisted(() => ({ page: undefined as undefined | (() => never) }));
vi.mock('#src/admin/shell/pages/NotFoundPage.tsx', () => ({
  NotFoundPage: () => trap.page?.() ?? null,
}));

afterEach(() => {
  trap.page = undefined;
  vi.restoreAllMocks();
});

describe('errors, on the screen', () => {
  it('shows a server’s message with a request number to copy', async () => {
    const { user } = renderAdmin({
      at: '/admin/profile',
      answers: { 'adminAuth.updateProfile': () => failed(codes.tooOften) },
    });
    await user.type(await screen.findByLabelText(/姓名/), '二');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeVisible();
    expect(screen.getByText('req-42901')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '复制' }));
    expect(await navigator.clipboard.readText()).toBe('req-42901');
    expect(await screen.findByRole('button', { name: '已复制' })).toBeVisible();
  });

  it('says 操作失败 if the server sends no message', async () => {
    const { user } = renderAdmin({
      at: '/admin/profile',
      answers: { 'adminAuth.updateProfile': () => failed(codes.internal, '') },
    });
    await user.type(await screen.findByLabelText(/姓名/), '二');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('操作失败')).toBeVisible();
  });

  it('says 云函数响应异常 if the result is missing', async () => {
    const { user } = renderAdmin({
      at: '/admin/profile',
      answers: {
        'adminAuth.updateProfile': () =>
          Promise.reject(new PlatformFailure('NO_RESULT', '云函数响应异常')),
      },
    });
    await user.type(await screen.findByLabelText(/姓名/), '二');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('云函数响应异常')).toBeVisible();
  });

  it('never shows English, whatever was thrown', async () => {
    const { user } = renderAdmin({
      at: '/admin/profile',
      answers: {
        'adminAuth.updateProfile': () => Promise.reject(new Error('undefined is not a function')),
      },
    });
    await user.type(await screen.findByLabelText(/姓名/), '二');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('操作失败，请稍后再试')).toBeVisible();
    expect(screen.queryByText(/undefined/)).not.toBeInTheDocument();
  });

  it('writes an uncaught error of a page to the console, offers a reload and keeps the menu', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    trap.page = () => {
      throw new Error('broken page');
    };
    const { user } = renderAdmin({ at: '/admin/404' });
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
});
