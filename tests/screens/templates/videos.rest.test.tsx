import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditLogEntity } from '#contract/auditLog.ts';
import { codes } from '#contract/envelope.ts';
import { presetEntity } from '#contract/preset.ts';
import { type Video, videoEntity } from '#contract/video.ts';
import { answer, click, failed, ok, put, renderAdmin } from '../renderAdmin.tsx';
import { rowOf, times } from '../tasks/taskFixture.ts';
import { FakeRequest, fakeRequests } from '../visitor/makingFixture.tsx';

const aVideo = (fields: Partial<Video> & { _id: string }): Video =>
  videoEntity.record.parse({
    ...times,
    rev: 4,
    fileId: `file_${fields._id}`,
    name: `短片${fields._id}`,
    status: 'ready',
    durationSec: 12,
    mediaUrl: '/a.mp4',
    ...fields,
  });
const library = (...list: Video[]) => ({
  'vodService.getVideos': { list, total: list.length, counts: {} },
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('the library of videos', () => {
  it('says why a video failed, processes it again, and asks before a page is left that is still uploading', async () => {
    const broken = aVideo({ _id: '1', status: 'failed', errorMessage: '文件已损坏' });
    const { dataOf, user } = renderAdmin({
      at: '/admin/videos',
      answers: {
        ...library(broken),
        'vodService.processVideo': () => ok({ ...broken, status: 'processing' }),
        'vodService.getUploadSignature': () => new Promise(() => undefined),
      },
    });
    const row = within(await rowOf('短片1'));
    expect(row.getByText('文件已损坏')).toBeVisible();
    await click(row.getByRole('button', { name: '重新处理「短片1」' }));
    await waitFor(() => expect(dataOf('processVideo')).toEqual([{ fileId: 'file_1' }]));

    const film = new File(['film'], 'film.mp4', { type: 'video/mp4' });
    await user.upload(screen.getByLabelText('选择视频'), film);
    await screen.findByRole('progressbar', { name: /视频/ });
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    const leave = async (choice: string) => {
      await click(screen.getByRole('link', { name: '用户管理' }));
      const dialog = within(await screen.findByRole('dialog', { name: '离开这个页面？' }));
      expect(dialog.getByText('视频还没有上传完，离开会取消上传。')).toBeVisible();
      await click(dialog.getByRole('button', { name: choice }));
    };
    await leave('留在本页');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('progressbar', { name: /视频/ })).toBeVisible();
    await leave('离开');
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: /视频/ })).toBeNull());
    expect(window.location.pathname).toBe('/admin/users');
  });

  it('takes a frame or a picture as the cover, shows refusals, and gives the ticket of a refused one back', async () => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 2_560, height: 1_440, close() {} }));
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(done =>
      done(new Blob([new Uint8Array(200_000)], { type: 'image/jpeg' })),
    );
    fakeRequests();
    const filePath = 'upload/202611/t.jpg';
    const refusals = ['正在截取封面，请稍后再试', '', '视频服务没有接受这个封面，请换一张图片'];
    const { dataOf, user } = renderAdmin({
      at: '/admin/videos',
      answers: {
        ...library(aVideo({ _id: '1', durationSec: 12.36 })),
        'vodService.setVideoCover': () => {
          const refusal = refusals.shift();
          return refusal
            ? failed(codes.stateNotAllowed, refusal)
            : ok(aVideo({ _id: '1', coverPending: true }));
        },
        'adminStorage.getUploadTicket': {
          filePath,
          url: '/put',
          method: 'PUT',
          headers: {},
          expireTime: 1,
        },
        'adminStorage.cancelUpload': () => ok({ _id: 'f', filePath }),
      },
    });
    const open = async () => {
      const row = within(await rowOf('短片1'));
      await click(row.getByRole('button', { name: '更换「短片1」的封面' }));
      return within(await screen.findByRole('dialog'));
    };
    const frames = await open();
    const player = screen.getByRole('dialog').querySelector('video')!;
    const seek = (value: number) => {
      Object.defineProperty(player, 'currentTime', { value, configurable: true });
      fireEvent(player, new Event('seeked'));
    };
    const second = frames.getByRole('textbox', { name: '画面所在的秒数' });
    const use = frames.getByRole('button', { name: '使用此画面' });
    seek(12.36);
    expect(second).toHaveValue('12.3');
    seek(3.24);
    expect(second).toHaveValue('3.2');
    await click(use);
    expect(await frames.findByText('正在截取封面，请稍后再试')).toBeVisible();
    put(second, '13');
    expect(use).toBeDisabled();
    put(second, '5');
    await click(use);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    const pictures = await open();
    const picture = new File(['x'], '封面.png', { type: 'image/png' });
    await user.upload(pictures.getByLabelText('或使用图片', { selector: 'input' }), picture);
    await click(pictures.getByRole('button', { name: '使用此图片' }));
    expect(await pictures.findByText(/视频服务没有接受这个封面/)).toBeVisible();
    expect(dataOf('getUploadTicket')).toEqual([
      { fileName: 'cover.jpg', size: 200_000, scene: 'template' },
    ]);
    expect(FakeRequest.sent[0]?.bytes).toBe(200_000);
    expect(dataOf('setVideoCover')).toEqual([
      { id: '1', atSec: 3.2 },
      { id: '1', atSec: 5 },
      { id: '1', filePath },
    ]);
    expect(dataOf('cancelUpload')).toEqual([{ filePath }]);
  });
});

describe('the earlier versions of a preset', () => {
  const preset = presetEntity.record.parse({
    ...times,
    ...presetEntity.defaults,
    _id: 'pre_1',
    rev: 4,
    name: '暖色',
    templateId: 'tpl_1',
  });
  const change = (at: number, from: string, to: string) =>
    auditLogEntity.record.parse({
      ...times,
      _id: `log_${at}`,
      rev: 1,
      adminName: '李娜',
      function: 'adminTemplatePreset',
      action: 'updatePreset',
      resource: 'preset',
      resourceId: 'pre_1',
      diff: [{ path: 'prompt', from, to }],
    });

  it('are listed, compared and restored; one that no longer fits is not', async () => {
    let refusal = '该版本的参数不再符合模板的输入项，无法恢复';
    const { dataOf } = renderAdmin({
      at: '/admin/templates/presets/edit/pre_1?tab=history',
      answers: {
        'adminTemplate.getTemplateById': () => failed(codes.notFound, '记录不存在或已被删除'),
        'adminTemplatePreset.getPresetById': () => ok(preset),
        'adminTemplatePreset.getRevisions': {
          list: [change(2, '柔光', '硬光'), change(1, '', '柔光')],
          total: 2,
        },
        'adminTemplatePreset.getRevisionChanges': () =>
          answer('adminTemplatePreset', 'getRevisionChanges', {
            rev: 4,
            changes: [{ path: 'prompt', from: '硬光', to: '柔光' }],
            gone: [],
            warning: '',
            refusal,
          }),
        'adminTemplatePreset.restoreRevision': () => ok(preset),
      },
    });
    const open = async () => {
      await click(await screen.findByRole('button', { name: '恢复到此版本' }));
      return within(await screen.findByRole('dialog'));
    };
    const first = await open();
    expect(await first.findByText(refusal)).toBeVisible();
    expect(first.getByRole('button', { name: '恢复到此版本' })).toBeDisabled();
    await click(first.getByRole('button', { name: '取消' }));
    refusal = '';
    const second = await open();
    await click(await second.findByRole('button', { name: '恢复到此版本' }));
    await waitFor(() =>
      expect(dataOf('restoreRevision')).toEqual([{ id: 'pre_1', logId: 'log_1', rev: 4 }]),
    );
  });
});
