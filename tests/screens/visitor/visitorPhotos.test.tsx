import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { defaultSystemSettings } from '#contract/systemSettings.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { keepInvitation, keptInvitation } from '#src/visitor/invitation.ts';
import { held, print, printSize } from '../prints/printFixture.ts';
import {
  choose,
  chooser,
  device,
  FakeRequest,
  fine,
  jpg,
  openForm,
  photo,
  prepareMaking,
  start,
} from './makingFixture.tsx';
import { fail, openVisitor, pass, press, settle, unreachable as lost } from './visitorFixture.tsx';

prepareMaking();

/** All that the dialog asks for, one after the other. */
const consentToAll = () => {
  for (const box of screen.queryAllByRole('checkbox')) fireEvent.click(box);
  fireEvent.click(screen.getByRole('button', { name: '同意并继续' }));
};
const consents = (given = { agreedVersion: '', photoConsent: '' }) => ({
  getMe: () => given,
  agree: ({ version }: Record<string, unknown>) => {
    given.agreedVersion = String(version);
    return { agreedVersion: version, time: 1 };
  },
  consentToPhotos: ({ version }: Record<string, unknown>) => {
    given.photoConsent = String(version);
    return { photoConsent: version, time: 1 };
  },
});

describe('the consents', () => {
  it('say once by whose link the visitor has come', async () => {
    keepInvitation('?invite=usr_9');
    keepInvitation('?invite=/login');
    const { visitor } = await openForm({ inputs: [photo] }, consents());
    await choose([jpg()]);
    consentToAll();
    await pass();
    expect(visitor.callsOf('agree')).toEqual([{ version: '1', invitedBy: 'usr_9' }]);
    expect(keptInvitation()).toEqual({});
  });

  it('are asked for before anything is uploaded, each by itself, and only once', async () => {
    const { visitor } = await openForm(
      { inputs: [{ ...photo, type: 'images', mostPhotos: 3 }] },
      consents(),
    );
    await choose([jpg(), jpg('b.jpg')]);
    const dialog = within(screen.getByRole('dialog', { name: '上传照片前请确认' }));
    for (const label of ['《用户协议》', '《隐私政策》', '《人脸信息处理说明》'])
      expect(dialog.getByRole('link', { name: new RegExp(label) })).toHaveAttribute(
        'target',
        '_blank',
      );
    expect(visitor.callsOf('getUploadTicket')).toHaveLength(0);
    const boxes = dialog.getAllByRole('checkbox');
    expect(boxes).toHaveLength(4);
    expect(dialog.getByText(/本服务不面向未满 14 周岁的用户/)).toBeVisible();
    expect(dialog.queryByText(/监护人同意/)).toBeNull();
    for (const box of boxes) expect(box).not.toBeChecked();
    const go = dialog.getByRole('button', { name: '同意并继续' });
    expect(go).toBeDisabled();
    boxes.forEach(box => {
      expect(go).toBeDisabled();
      fireEvent.click(box);
    });
    fireEvent.click(go);
    await pass();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(visitor.callsOf('agree')).toEqual([{ version: '1' }]);
    expect(visitor.callsOf('consentToPhotos')).toEqual([
      { version: '1', pictured: true, age: 'over14' },
    ]);
    expect(visitor.callsOf('getUploadTicket')).toHaveLength(2);
    expect(screen.getAllByText('已上传')).toHaveLength(2);
  });

  it('of a child come with the guardian, who says who he is and agrees himself', async () => {
    const { legal: its } = defaultSystemSettings.site;
    await settle({ legal: { ...its, minors: { under14: true } } });
    const wrong = {
      code: 40001,
      message: '提交的内容有误',
      data: { fields: { 'guardian.contact': '请填写手机号' } },
    };
    let tries = 0;
    const { visitor } = await openForm(
      {},
      {
        ...consents({ agreedVersion: '1', photoConsent: '' }),
        consentToPhotos: () => {
          tries += 1;
          if (tries === 1) throw new ActionFailure(wrong);
          return { photoConsent: '1', time: 1 };
        },
        getSettings: () => ({
          site: { ...defaultSystemSettings.site, legal: { ...its, minors: { under14: true } } },
        }),
      },
    );
    await choose([jpg()]);
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    const go = screen.getByRole('button', { name: '同意并继续' });
    expect(go).toBeDisabled();
    fireEvent.click(screen.getByRole('radio', { name: '我未满 14 周岁，由监护人同意' }));
    const fill = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    fill('监护人姓名', '李建国');
    fill('监护人手机号或邮箱', '1380013800');
    expect(go).toBeDisabled();
    fireEvent.click(screen.getByRole('checkbox', { name: /我是孩子的监护人，已阅读并同意/ }));
    fireEvent.click(go);
    await pass();
    expect(screen.getByText('请填写手机号')).toBeVisible();
    fill('监护人手机号或邮箱', '13800138000');
    fireEvent.click(go);
    await pass();
    expect(visitor.callsOf('consentToPhotos').at(-1)).toEqual({
      version: '1',
      pictured: true,
      age: 'guardian',
      guardian: { name: '李建国', contact: '13800138000', confirmed: true },
    });
    expect(screen.getByText('已上传')).toBeVisible();
  });

  it('upload nothing without them, and are asked for again on a retry', async () => {
    const { visitor } = await openForm({}, consents());
    await choose([jpg()]);
    fireEvent.click(screen.getByRole('button', { name: '不同意' }));
    await pass();
    expect(screen.getByText('同意协议后才能上传照片')).toBeVisible();
    expect(visitor.callsOf('getUploadTicket')).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: '重试：照片' }));
    await pass();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it.each([
    ['agreement', { needsAgreement: true }, { agreementVersion: '2' }, 1],
    ['place abroad', { needsPhotoConsent: true }, { isAbroad: true }, 4],
  ])('are asked for again when the server knows a newer %s', async (_what, data, site, asked) => {
    let tickets = 0;
    const { visitor } = await openForm(
      {},
      {
        ...consents({ agreedVersion: '1', photoConsent: '1' }),
        getSettings: () => ({ site: { ...defaultSystemSettings.site, ...site } }),
        getUploadTicket: () => {
          tickets += 1;
          if (tickets > 1) return fine.getUploadTicket();
          throw new ActionFailure({ code: 40902, message: '请先同意', data });
        },
      },
    );
    await choose([jpg()]);
    expect(screen.getAllByRole('checkbox')).toHaveLength(asked);
    consentToAll();
    await pass();
    expect(visitor.callsOf('agree')).toEqual(asked === 1 ? [{ version: '2' }] : []);
    expect(visitor.callsOf('consentToPhotos').map(({ version }) => version)).toEqual(
      asked === 1 ? [] : ['1+abroad'],
    );
    expect(screen.getByText('已上传')).toBeVisible();
  });
});

describe('a template without a photo', () => {
  it('asks for the agreement alone before the first work, and makes it then', async () => {
    const given = { agreedVersion: '', photoConsent: '' };
    const { visitor } = await openForm(
      { inputs: [] },
      {
        ...consents(given),
        createTask: () => {
          if (given.agreedVersion) return fine.createTask();
          throw new ActionFailure({
            code: 40902,
            message: '请先阅读并同意',
            data: { needsAgreement: true },
          });
        },
      },
    );
    await start();
    expect(screen.getByRole('dialog', { name: '使用前请确认' })).toBeVisible();
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    consentToAll();
    await pass();
    expect(visitor.callsOf('consentToPhotos')).toEqual([]);
    expect(visitor.callsOf('createTask')).toHaveLength(2);
    expect(location.pathname).toBe('/task/task_9');
  });
});

describe('a photo of an earlier visit', () => {
  it('is used only after the consent that is missing now was given', async () => {
    let tries = 0;
    const { visitor } = await openForm(
      {},
      {
        ...consents({ agreedVersion: '1', photoConsent: '1' }),
        getSettings: () => ({ site: { ...defaultSystemSettings.site, isAbroad: true } }),
        createTask: () => {
          tries += 1;
          if (tries > 1) return fine.createTask();
          throw new ActionFailure({
            code: 40902,
            message: '请先阅读并同意',
            data: { needsPhotoConsent: true },
          });
        },
      },
    );
    await choose([jpg()]);
    await start();
    consentToAll();
    await pass();
    const [first, second] = visitor.callsOf('createTask');
    expect(second).toEqual(first);
    expect(location.pathname).toBe('/task/task_9');
  });
});

describe('choosing a photo', () => {
  it('shows the local picture at once, and how much is sent', async () => {
    FakeRequest.isHeld = true;
    const { visitor } = await openForm();
    await choose([jpg()]);
    expect(screen.getByRole('img', { name: '照片' })).toHaveAttribute('src', 'blob:2');
    const [request] = FakeRequest.sent;
    act(() => request?.upload.onprogress?.({ loaded: 2 }));
    expect(screen.getByText('正在上传 50%')).toBeVisible();
    expect(screen.getByRole('button', { name: '照片上传中…' })).toBeDisabled();
    await act(async () => request?.arrive());
    expect(screen.getByText('已上传')).toBeVisible();
    expect(visitor.callsOf('getUploadTicket')).toEqual([{ fileName: 'photo.jpg', size: 4 }]);
    expect(visitor.callsOf('confirmUpload')).toEqual([{ filePath: 'upload/x/t.jpg' }]);
  });

  it('says that no file was chosen', async () => {
    await openForm();
    act(() => void chooser('选择照片：照片').dispatchEvent(new Event('cancel')));
    await pass();
    expect(screen.getByText('没有选择文件')).toBeVisible();
    expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  });

  it.each([
    ['a HEIC named as a JPEG', '00000018667479706865696300000000', /这个浏览器打不开 HEIC 照片/],
    ['a JPEG that the browser cannot open', 'ffd8ffd9', /照片打不开/],
    ['a JPEG that breaks off', 'ffd8ffe0', /图片不完整或已损坏/],
    ['a video', '00000018667479706d70343200000000', /这是视频/],
    ['an empty file', '', /图片是空的/],
  ])('explains why %s is not taken', async (_what, bytes, sentence) => {
    device.picture = null;
    await openForm();
    await choose([jpg('a.jpg', 'image/jpeg', bytes)]);
    expect(screen.getByText(sentence)).toBeVisible();
    expect(FakeRequest.sent).toEqual([]);
  });

  it('refuses a photo whose usable part is too small', async () => {
    await openForm({ inputs: [{ ...photo, minSide: 2_500, ratio: '1:2' }] });
    await choose([jpg()]);
    expect(screen.getByText('照片太小，短边至少需要 2500 像素，请换一张')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lets crop to the ratio of the input, with the keyboard too', async () => {
    await openForm({ inputs: [{ ...photo, ratio: '1:1' }] });
    await choose([jpg()]);
    const dialog = within(screen.getByRole('dialog', { name: '裁剪照片' }));
    const frame = dialog.getByRole('application', { name: '裁剪区域' });
    fireEvent.keyDown(frame, { key: '+' });
    fireEvent.keyDown(frame, { key: 'ArrowDown' });
    expect(FakeRequest.sent).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: '使用' }));
    await pass();
    const { area, as } = device.encoded[0]!;
    expect(area.width).toBeCloseTo(3_000 / 1.1);
    expect(area.height).toBeCloseTo(area.width);
    expect(area.y).toBeGreaterThan(350);
    expect(as).toEqual([2_048, 2_048, 0.92]);
    expect(screen.getByText('已上传')).toBeVisible();
  });

  it('takes nothing when the cropping is given up', async () => {
    await openForm({ inputs: [{ ...photo, ratio: '1:1' }] });
    await choose([jpg()]);
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    await pass();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: '选择照片：照片' })).toBeEnabled();
    expect(device.encoded).toEqual([]);
  });

  it('retries, replaces and removes', async () => {
    FakeRequest.failing = 1;
    await openForm();
    await choose([jpg()]);
    expect(screen.getByText('网络连接失败，请检查网络后重试')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: '重试：照片' }));
    await pass();
    expect(screen.getByText('已上传')).toBeVisible();
    await choose([jpg('b.jpg')], '更换：照片');
    expect(screen.getByRole('img', { name: '照片' })).toHaveAttribute('src', 'blob:4');
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:2');
    fireEvent.click(screen.getByRole('button', { name: '删除：照片' }));
    expect(screen.queryByRole('img', { name: '照片' })).toBeNull();
    expect(screen.getByRole('button', { name: '选择照片：照片' })).toBeEnabled();
  });

  it('stops an upload that is cancelled', async () => {
    FakeRequest.isHeld = true;
    const { visitor } = await openForm();
    await choose([jpg()]);
    fireEvent.click(screen.getByRole('button', { name: '取消：照片' }));
    await pass();
    expect(FakeRequest.sent[0]?.isAborted).toBe(true);
    expect(visitor.callsOf('confirmUpload')).toHaveLength(0);
    expect(screen.queryByRole('img', { name: '照片' })).toBeNull();
  });

  it('takes several photos, and no more than the input does', async () => {
    let stored = 0;
    const { visitor } = await openForm(
      { inputs: [{ ...photo, type: 'images', mostPhotos: 2 }] },
      {
        confirmUpload: () => ({ filePath: `user_upload/usr_1/202611/${(stored += 1)}.jpg` }),
      },
    );
    await choose([jpg('a.jpg'), jpg('b.jpg'), jpg('c.jpg')]);
    expect(screen.getAllByText('已上传')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /继续添加/ })).toBeNull();
    await start();
    expect(visitor.callsOf('createTask')[0]?.inputs).toEqual({
      photo: ['user_upload/usr_1/202611/1.jpg', 'user_upload/usr_1/202611/2.jpg'],
    });
  });

  it('lowers the quality, then the size, until a photo may be sent', async () => {
    const large = new Blob([new Uint8Array(5 * 1024 * 1024)]);
    device.encode = width => (width > 1_400 ? large : new Blob(['jpeg']));
    await openForm();
    await choose([jpg()]);
    const tried = device.encoded.map(({ as }) => as);
    expect(tried.slice(0, 4)).toEqual([
      [1_536, 2_048, 0.92],
      [1_536, 2_048, 0.85],
      [1_536, 2_048, 0.75],
      [1_536, 2_048, 0.6],
    ]);
    expect(tried.at(-1)).toEqual([1_229, 1_638, 0.92]);
    expect(screen.getByText('已上传')).toBeVisible();
  });
});

describe('a print order whose photos cannot be printed', () => {
  const OTHER = 'user_upload/usr_1/202611/b.jpg';
  const openHeld = async (answers: Record<string, (data: never) => unknown> = {}) => {
    const { visitor } = openVisitor(
      '/print/prt_1',
      [],
      {},
      {
        ...fine,
        confirmUpload: () => ({ filePath: OTHER }),
        getPrintSizes: () => ({ list: [printSize] }),
        getPrintOrder: () => held(),
        replacePhoto: () => {
          visitor.answers.getPrintOrder = () => print({ status: 'paid' });
          return print({ status: 'paid' });
        },
        ...answers,
      },
    );
    await pass();
    return visitor;
  };
  const BUTTON = '换一张照片：照片 2';

  it('takes another one, cropped to the paper, and goes back to review', async () => {
    const visitor = await openHeld();
    expect(screen.getByText(/照片模糊。有照片无法冲印/)).toBeVisible();
    expect(screen.queryByRole('button', { name: '换一张照片：照片 1' })).toBeNull();
    expect(screen.getByText('短边至少 723 像素，会按相纸的比例裁剪')).toBeVisible();
    await choose([jpg()], BUTTON);
    press('使用');
    await pass();
    const { area } = device.encoded[0]!;
    expect(area.width / area.height).toBeCloseTo(102 / 152);
    expect(visitor.callsOf('replacePhoto')).toEqual([
      { id: 'prt_1', itemIndex: 1, filePath: OTHER },
    ]);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('已支付');
    expect(screen.queryByRole('button', { name: BUTTON })).toBeNull();
  });

  it('refuses one that is too small for the paper', async () => {
    device.picture = { width: 600, height: 900 };
    const visitor = await openHeld();
    await choose([jpg()], BUTTON);
    expect(screen.getByRole('alert')).toHaveTextContent(
      '照片太小，短边至少需要 723 像素，请换一张',
    );
    expect(visitor.callsOf('getUploadTicket')).toHaveLength(0);
  });

  it('goes on where it failed: the upload first, then the exchange', async () => {
    FakeRequest.failing = 1;
    const visitor = await openHeld();
    visitor.failing.replacePhoto = lost;
    await choose([jpg()], BUTTON);
    press('使用');
    await pass();
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败，请检查网络后重试');
    expect(visitor.callsOf('replacePhoto')).toHaveLength(0);
    press('重试：照片 2');
    await pass();
    expect(visitor.callsOf('replacePhoto')).toHaveLength(1);
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败，请检查网络后重试');
    delete visitor.failing.replacePhoto;
    press('重试：照片 2');
    await pass();
    expect(FakeRequest.sent).toHaveLength(2);
    expect(visitor.callsOf('replacePhoto')).toHaveLength(2);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('已支付');
  });

  it('is shown as it is after a lost answer', async () => {
    const visitor = await openHeld({
      replacePhoto: () => {
        visitor.answers.getPrintOrder = () => print({ status: 'paid' });
        throw lost;
      },
    });
    await choose([jpg()], BUTTON);
    press('使用');
    await pass();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('已支付');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is replaced although the order could not be read anew, which can be repeated', async () => {
    const visitor = await openHeld();
    visitor.answers.replacePhoto = () => {
      visitor.answers.getPrintOrder = fail(lost);
      return print({ status: 'paid' });
    };
    await choose([jpg()], BUTTON);
    press('使用');
    await pass();
    expect(screen.getByText('照片已更换')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('订单刷新失败');
    expect(screen.queryByRole('button', { name: BUTTON })).toBeNull();
    visitor.answers.getPrintOrder = () => print({ status: 'paid' });
    press('刷新订单：照片 2');
    await pass();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('已支付');
    expect(visitor.callsOf('replacePhoto')).toHaveLength(1);
  });

  it('can be changed by its user only', async () => {
    await openHeld({ getPrintOrder: () => held({ isOwn: false, isClaimed: true }) });
    expect(screen.queryByRole('button', { name: /换一张照片/ })).toBeNull();
    expect(screen.getByText(/已由小程序用户认领/)).toBeVisible();
  });
});
