import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicInput, PublicTemplate } from '#contract/visitor.ts';
import { ActionFailure, type Invoke, PlatformFailure } from '#dataProvider/invoke.ts';
import { type PutBytes, putBytes } from '#dataProvider/putBytes.ts';
import { loadSystemSettings } from '#src/shared/settings.ts';
import { encodeJpeg, openPicture } from '#src/visitor/making/openPicture.ts';
import { openVisitor, template } from './visitorFixture.tsx';

vi.mock('#dataProvider/putBytes.ts', () => ({ putBytes: vi.fn() }));
vi.mock('#src/visitor/making/openPicture.ts', () => ({
  openPicture: vi.fn(),
  encodeJpeg: vi.fn(),
}));

const PHOTO = 'user_upload/usr_1/202611/a.jpg';
const lost = new PlatformFailure('NETWORK', 'upstream text');
const pass = (ms = 10) => act(() => vi.advanceTimersByTimeAsync(ms));

const photo: PublicInput = { key: 'photo', label: '照片', type: 'image', required: true };
const full: PublicInput[] = [
  photo,
  { key: 'name', label: '名字', type: 'text', required: true, maxLength: 8 },
  { key: 'wish', label: '祝福', type: 'textarea', required: false },
  { key: 'age', label: '年龄', type: 'number', required: false, min: 1, max: 99 },
  {
    key: 'strength',
    label: '强度',
    type: 'slider',
    required: false,
    min: 0,
    max: 1,
    step: 0.1,
    default: 0.6,
  },
  {
    key: 'tone',
    label: '色调',
    type: 'select',
    required: false,
    options: [
      { label: '暖', value: 'warm' },
      { label: '冷', value: 'cool' },
    ],
  },
  { key: 'frame', label: '边框', type: 'switch', required: false },
  { key: 'seed', label: '种子', type: 'seed', required: false },
];

/** Answers of the functions when all is well. */
const fine = {
  getMe: () => ({ agreedVersion: '1' }),
  getUploadTicket: () => ({ filePath: 'upload/x/t.jpg', url: '/put', method: 'PUT', headers: {} }),
  confirmUpload: () => ({ filePath: PHOTO, width: 900, height: 1_200 }),
  createTask: () => ({ _id: 'task_9' }),
  /** What comes of it is tested elsewhere. */
  getTask: () => new Promise(() => {}),
};

const openForm = async (
  more: Partial<PublicTemplate> = {},
  answers: Record<string, (data: Record<string, unknown>) => unknown> = {},
) => {
  const opened = openVisitor(
    '/template/tpl_1',
    [template(1, { inputs: [photo], ...more })],
    {},
    { ...fine, ...answers },
  );
  await pass();
  return opened;
};

/** The hidden inputs behind the buttons have their labels. */
const chooser = (label: string) =>
  screen.getAllByLabelText(label).find(({ tagName }) => tagName === 'INPUT') as HTMLInputElement;
const choose = async (files: File[], label = '选择照片：照片') => {
  fireEvent.change(chooser(label), { target: { files } });
  await pass();
};
const jpg = (name = 'a.jpg', type = 'image/jpeg') => new File(['x'], name, { type });
const start = async () => {
  fireEvent.click(screen.getByRole('button', { name: '开始制作' }));
  await pass();
};

beforeEach(async () => {
  await loadSystemSettings((async () => ({})) as unknown as Invoke);
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  sessionStorage.clear();
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  let made = 0;
  URL.createObjectURL = () => `blob:${(made += 1)}`;
  URL.revokeObjectURL = vi.fn();
  vi.mocked(putBytes).mockReset().mockResolvedValue();
  vi.mocked(openPicture).mockReset().mockResolvedValue({
    url: 'blob:opened',
    element: new Image(),
    width: 3_000,
    height: 4_000,
    close: vi.fn(),
  });
  vi.mocked(encodeJpeg)
    .mockReset()
    .mockResolvedValue(new Blob(['jpeg']));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the form of a template', () => {
  it('asks for each input with its own control, and sends what was filled in', async () => {
    const { visitor } = await openForm({ inputs: full });
    await choose([jpg()]);
    fireEvent.change(screen.getByRole('textbox', { name: '名字' }), { target: { value: '小明' } });
    fireEvent.change(screen.getByRole('spinbutton', { name: /年龄/ }), { target: { value: '7' } });
    fireEvent.change(screen.getByRole('slider', { name: /强度/ }), { target: { value: '0.8' } });
    fireEvent.click(screen.getByRole('radio', { name: '冷' }));
    fireEvent.click(screen.getByRole('switch', { name: /边框/ }));
    expect(screen.getByText('2/8')).toBeVisible();
    expect(screen.getByText('1 到 99')).toBeVisible();
    await start();
    expect(visitor.callsOf('createTask')).toEqual([
      {
        templateId: 'tpl_1',
        inputs: { photo: PHOTO, name: '小明', age: 7, strength: 0.8, tone: 'cool', frame: true },
        expectCredits: 8,
        idemKey: expect.any(String) as string,
      },
    ]);
    expect(location.pathname).toBe('/task/task_9');
  });

  it('says beside each field what is missing, focuses the first, and sends nothing', async () => {
    const { visitor } = await openForm({ inputs: full });
    fireEvent.change(screen.getByRole('spinbutton', { name: /年龄/ }), { target: { value: '0' } });
    await start();
    const group = within(screen.getByRole('group', { name: '照片' }));
    expect(group.getByText('请选择图片')).toBeVisible();
    expect(screen.getByText('请填写')).toBeVisible();
    expect(screen.getByText('不能小于 1')).toBeVisible();
    expect(screen.getByRole('button', { name: '选择照片：照片' })).toHaveFocus();
    expect(visitor.callsOf('createTask')).toHaveLength(0);
    fireEvent.change(screen.getByRole('textbox', { name: '名字' }), { target: { value: '小明' } });
    expect(screen.queryByText('请填写')).toBeNull();
  });

  it('hides what the chosen preset sets, the default one being chosen', async () => {
    const preset = (id: string, name: string, sets: string[], isDefault = false) => ({
      _id: id,
      name,
      sets,
      isDefault,
      coverImage: '',
      tags: [],
    });
    const presets = [preset('pre_1', '清新', ['wish']), preset('pre_2', '浓郁', ['tone'], true)];
    const { visitor } = await openForm(
      { inputs: full },
      {
        getTemplateById: () => ({ ...template(1, { inputs: full }), presets }),
      },
    );
    expect(screen.getByRole('radio', { name: '浓郁' })).toBeChecked();
    expect(screen.queryByRole('group', { name: /色调/ })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: '清新' }));
    await pass();
    expect(screen.getByRole('group', { name: /色调/ })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: /祝福/ })).toBeNull();
    expect(visitor.callsOf('quote').map(({ presetId }) => presetId)).toEqual(['pre_2', 'pre_1']);
    fireEvent.click(screen.getByRole('radio', { name: '自定义' }));
    await pass();
    expect(screen.getByRole('textbox', { name: /祝福/ })).toBeVisible();
    expect(visitor.callsOf('quote').at(-1)).toEqual({ templateId: 'tpl_1' });
  });

  it('keeps what was filled in for the way back, with the stored photos', async () => {
    const { unmount } = await openForm({ inputs: full });
    await choose([jpg()]);
    fireEvent.change(screen.getByRole('textbox', { name: '名字' }), { target: { value: '小明' } });
    unmount();
    const { visitor } = await openForm({ inputs: full });
    expect(screen.getByRole('textbox', { name: '名字' })).toHaveValue('小明');
    expect(screen.getByRole('button', { name: '更换：照片' })).toBeVisible();
    await start();
    expect(visitor.callsOf('createTask')[0]?.inputs).toMatchObject({ photo: PHOTO, name: '小明' });
  });
});

describe('price and balance', () => {
  const free = { costCredits: 0, freeLeft: 2 };
  const base = {
    costCredits: 8,
    freeLeft: 0,
    credits: { paid: 30, gift: 20 },
    running: 0,
    mostRunning: 3,
    queueAhead: 0,
    averageSec: 20,
    refusal: '',
  };
  it.each([
    [{}, ['8 积分', '余额 50 积分'], true],
    [free, ['今日免费', '今日还可免费制作 2 张'], true],
    [{ credits: { paid: 1, gift: 2 } }, ['积分不足，还差 5 积分', '用激活码兑换积分'], false],
    [{ refusal: '该模板仅限会员使用' }, ['该模板仅限会员使用'], false],
    [{ running: 3 }, ['你有 3 张正在制作，最多同时制作 3 张，完成后可继续'], true],
    [{ queueAhead: 4 }, ['现在有 4 个任务在排队'], true],
  ])('with %o shows %o', async (quote, sentences, mayStart) => {
    await openForm({}, { quote: () => ({ ...base, ...quote }) });
    const form = within(screen.getByRole('form', { name: '开始制作' }));
    for (const sentence of sentences) expect(form.getByText(sentence)).toBeVisible();
    const button = screen.getByRole('button', { name: '开始制作' });
    if (mayStart) expect(button).toBeEnabled();
    else expect(button).toBeDisabled();
  });

  it('shows why a template is no longer offered', async () => {
    const gone = new ActionFailure({ code: 40902, message: '该模板已下线' });
    await openForm(
      {},
      {
        quote: () => {
          throw gone;
        },
      },
    );
    expect(screen.getByText('该模板已下线')).toBeVisible();
    expect(screen.getByRole('button', { name: '开始制作' })).toBeDisabled();
  });

  it('asks again when the network returns', async () => {
    const { visitor } = await openForm(
      {},
      {
        quote: () => {
          throw lost;
        },
      },
    );
    expect(screen.getByText('暂时无法查询价格和余额')).toBeVisible();
    visitor.answers.quote = () => base;
    act(() => void dispatchEvent(new Event('online')));
    await pass();
    expect(screen.getByText('余额 50 积分')).toBeVisible();
    expect(screen.queryByText('暂时无法查询价格和余额')).toBeNull();
  });
});

describe('starting a task', () => {
  it('is not started twice by a double click', async () => {
    let answer: (task: unknown) => void = () => {};
    const held = new Promise(resolve => {
      answer = resolve;
    });
    const { visitor } = await openForm({}, { createTask: () => held });
    await choose([jpg()]);
    const button = screen.getByRole('button', { name: '开始制作' });
    const form = screen.getByRole('form', { name: '开始制作' });
    fireEvent.click(button);
    fireEvent.submit(form);
    fireEvent.submit(form);
    expect(screen.getByRole('button', { name: '正在提交…' })).toBeDisabled();
    await act(async () => answer({ _id: 'task_9' }));
    expect(visitor.callsOf('createTask')).toHaveLength(1);
    expect(location.pathname).toBe('/task/task_9');
  });

  it('sends the same key after a lost answer, also from a page opened again, and a new one afterwards', async () => {
    const answers = {
      createTask: () => {
        throw lost;
      },
    };
    const first = await openForm({}, answers);
    await choose([jpg()]);
    await start();
    expect(screen.getByText(/没有收到回复，可能已开始制作/)).toBeVisible();
    await start();
    const keys = first.visitor.callsOf('createTask').map(({ idemKey }) => idemKey);
    first.unmount();

    const second = await openForm();
    await start();
    keys.push(second.visitor.callsOf('createTask')[0]?.idemKey);
    expect(new Set(keys).size).toBe(1);
    expect(location.pathname).toBe('/task/task_9');
    second.unmount();

    const third = await openForm();
    await start();
    expect(keys).not.toContain(third.visitor.callsOf('createTask')[0]?.idemKey);
  });

  it('shows a changed price and asks again before it starts', async () => {
    const { visitor } = await openForm(
      {},
      {
        createTask: ({ expectCredits }) => {
          if (expectCredits === 12) return { _id: 'task_9' };
          throw new ActionFailure({
            code: 40902,
            message: '价格已更新，请确认后重试',
            data: { costCredits: 12 },
          });
        },
      },
    );
    await choose([jpg()]);
    await start();
    expect(screen.getByText('价格已变为12 积分，请确认后再点一次')).toBeVisible();
    expect(location.pathname).toBe('/template/tpl_1');
    await start();
    expect(visitor.callsOf('createTask').map(({ expectCredits }) => expectCredits)).toEqual([
      8, 12,
    ]);
    expect(location.pathname).toBe('/task/task_9');
  });

  it("shows the server's sentences beside their fields", async () => {
    await openForm(
      { inputs: full.slice(0, 2) },
      {
        createTask: () => {
          throw new ActionFailure({
            code: 40001,
            message: '提交的内容有误，请检查后重试',
            data: { fields: { 'inputs.name': '包含敏感词' } },
          });
        },
      },
    );
    await choose([jpg()]);
    fireEvent.change(screen.getByRole('textbox', { name: '名字' }), { target: { value: '某某' } });
    await start();
    const field = screen.getByRole('textbox', { name: '名字' });
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('包含敏感词');
  });

  it('leads to the photo that is no longer there', async () => {
    await openForm(
      {},
      {
        createTask: () => {
          const fields = { 'inputs.photo': '图片不存在或已过期，请重新上传' };
          throw new ActionFailure({ code: 40001, message: '提交的内容有误', data: { fields } });
        },
      },
    );
    await choose([jpg()]);
    await start();
    expect(screen.getByText('图片不存在或已过期，请重新上传')).toBeVisible();
    expect(screen.getByRole('button', { name: '更换：照片' })).toHaveFocus();
  });

  it('shows a refusal, and what is offered now', async () => {
    const { visitor } = await openForm(
      {},
      {
        createTask: () => {
          throw new ActionFailure({ code: 42901, message: '排队人数过多，请稍后再试' });
        },
      },
    );
    await choose([jpg()]);
    await start();
    expect(screen.getByText('排队人数过多，请稍后再试')).toBeVisible();
    expect(visitor.callsOf('quote')).toHaveLength(2);
  });
});

describe('the agreement', () => {
  it('is asked for before anything is uploaded, and only once', async () => {
    let agreed = '';
    const { visitor } = await openForm(
      { inputs: [{ ...photo, type: 'images', mostPhotos: 3 }] },
      {
        getMe: () => ({ agreedVersion: agreed }),
        agree: ({ version }) => {
          agreed = String(version);
          return { agreedVersion: agreed, time: 1 };
        },
      },
    );
    await choose([jpg(), jpg('b.jpg')]);
    const dialog = within(screen.getByRole('dialog', { name: '用户协议与隐私政策' }));
    expect(dialog.getByText('《用户协议》')).toBeVisible();
    expect(visitor.callsOf('getUploadTicket')).toHaveLength(0);
    fireEvent.click(dialog.getByRole('button', { name: '同意并继续' }));
    await pass();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(visitor.callsOf('agree')).toEqual([{ version: '1' }]);
    expect(visitor.callsOf('getUploadTicket')).toHaveLength(2);
    expect(screen.getAllByText('已上传')).toHaveLength(2);
  });

  it('uploads nothing without it, and asks again on a retry', async () => {
    const { visitor } = await openForm({}, { getMe: () => ({ agreedVersion: '' }) });
    await choose([jpg()]);
    fireEvent.click(screen.getByRole('button', { name: '不同意' }));
    await pass();
    expect(screen.getByText('同意协议后才能上传照片')).toBeVisible();
    expect(visitor.callsOf('getUploadTicket')).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: '重试：照片' }));
    await pass();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('is asked for when the server knows a newer one', async () => {
    let tickets = 0;
    const { visitor } = await openForm(
      {},
      {
        agree: () => ({ agreedVersion: '2', time: 1 }),
        getSettings: () => ({
          site: { agreementVersion: '2', agreementUrl: 'https://example.com/a' },
        }),
        getUploadTicket: () => {
          tickets += 1;
          if (tickets > 1) return fine.getUploadTicket();
          throw new ActionFailure({
            code: 40902,
            message: '请先同意协议',
            data: { needsAgreement: true },
          });
        },
      },
    );
    await choose([jpg()]);
    expect(screen.getByRole('link', { name: '《用户协议》' })).toHaveAttribute(
      'href',
      'https://example.com/a',
    );
    fireEvent.click(screen.getByRole('button', { name: '同意并继续' }));
    await pass();
    expect(visitor.callsOf('agree')).toEqual([{ version: '2' }]);
    expect(screen.getByText('已上传')).toBeVisible();
  });
});

describe('choosing a photo', () => {
  it('shows the local picture at once, and how much is sent', async () => {
    let progress: (loaded: number) => void = () => {};
    let arrive: () => void = () => {};
    vi.mocked(putBytes).mockImplementation((_leave, _file, { onProgress }) => {
      progress = onProgress;
      return new Promise(resolve => {
        arrive = resolve;
      });
    });
    const { visitor } = await openForm();
    await choose([jpg()]);
    expect(screen.getByRole('img', { name: '照片' })).toHaveAttribute('src', 'blob:1');
    act(() => progress(2));
    expect(screen.getByText('正在上传 50%')).toBeVisible();
    expect(screen.getByRole('button', { name: '照片上传中…' })).toBeDisabled();
    await act(async () => arrive());
    expect(screen.getByText('已上传')).toBeVisible();
    expect(visitor.callsOf('getUploadTicket')).toEqual([{ fileName: 'photo.jpg', size: 4 }]);
    expect(visitor.callsOf('confirmUpload')).toEqual([{ filePath: 'upload/x/t.jpg' }]);
  });

  it('says that no file was chosen', async () => {
    await openForm();
    act(() => void chooser('选择照片：照片').dispatchEvent(new Event('cancel')));
    await pass();
    expect(screen.getByText('没有选择文件')).toBeVisible();
    expect(openPicture).not.toHaveBeenCalled();
  });

  it.each([
    ['a.heic', 'image/heic', /这个浏览器打不开 HEIC 照片/],
    ['a.jpg', 'image/jpeg', /照片打不开/],
  ])('explains why %s cannot be opened', async (name, type, sentence) => {
    vi.mocked(openPicture).mockRejectedValue(new Error('no picture'));
    await openForm();
    await choose([jpg(name, type)]);
    expect(screen.getByText(sentence)).toBeVisible();
    expect(putBytes).not.toHaveBeenCalled();
  });

  it('refuses a photo whose usable part is too small', async () => {
    await openForm({ inputs: [{ ...photo, minSide: 2_500, ratio: '1:2' }] });
    await choose([jpg()]);
    expect(screen.getByText('图片太小，短边至少需要 2500 像素')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lets crop to the ratio of the input, with the keyboard too', async () => {
    await openForm({ inputs: [{ ...photo, ratio: '1:1' }] });
    await choose([jpg()]);
    const dialog = within(screen.getByRole('dialog', { name: '裁剪照片' }));
    const frame = dialog.getByRole('application', { name: '裁剪区域' });
    fireEvent.keyDown(frame, { key: '+' });
    fireEvent.keyDown(frame, { key: 'ArrowDown' });
    expect(putBytes).not.toHaveBeenCalled();
    fireEvent.click(dialog.getByRole('button', { name: '使用' }));
    await pass();
    const [, area, size, quality] = vi.mocked(encodeJpeg).mock.calls[0]!;
    expect(area.width).toBeCloseTo(3_000 / 1.1);
    expect(area.height).toBeCloseTo(area.width);
    expect(area.y).toBeGreaterThan(350);
    expect([size, quality]).toEqual([{ width: 2_048, height: 2_048 }, 0.92]);
    expect(screen.getByText('已上传')).toBeVisible();
  });

  it('takes nothing when the cropping is given up', async () => {
    await openForm({ inputs: [{ ...photo, ratio: '1:1' }] });
    await choose([jpg()]);
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    await pass();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: '选择照片：照片' })).toBeEnabled();
    expect(encodeJpeg).not.toHaveBeenCalled();
  });

  it('retries, replaces and removes', async () => {
    vi.mocked(putBytes).mockRejectedValueOnce(lost);
    await openForm();
    await choose([jpg()]);
    expect(screen.getByText('网络连接失败，请检查网络后重试')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: '重试：照片' }));
    await pass();
    expect(screen.getByText('已上传')).toBeVisible();
    await choose([jpg('b.jpg')], '更换：照片');
    expect(screen.getByRole('img', { name: '照片' })).toHaveAttribute('src', 'blob:2');
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1');
    fireEvent.click(screen.getByRole('button', { name: '删除：照片' }));
    expect(screen.queryByRole('img', { name: '照片' })).toBeNull();
    expect(screen.getByRole('button', { name: '选择照片：照片' })).toBeEnabled();
  });

  it('stops an upload that is cancelled', async () => {
    let signal: AbortSignal | undefined;
    vi.mocked(putBytes).mockImplementation(((_leave, _file, options) => {
      signal = options.signal;
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(lost));
      });
    }) as PutBytes);
    const { visitor } = await openForm();
    await choose([jpg()]);
    fireEvent.click(screen.getByRole('button', { name: '取消：照片' }));
    await pass();
    expect(signal?.aborted).toBe(true);
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
    expect(screen.queryByRole('button', { name: /再添加/ })).toBeNull();
    await start();
    expect(visitor.callsOf('createTask')[0]?.inputs).toEqual({
      photo: ['user_upload/usr_1/202611/1.jpg', 'user_upload/usr_1/202611/2.jpg'],
    });
  });

  it('lowers the quality, then the size, until a photo may be sent', async () => {
    const large = new Blob([new Uint8Array(5 * 1024 * 1024)]);
    vi.mocked(encodeJpeg).mockImplementation(async (_picture, _area, { width }) =>
      width > 1_400 ? large : new Blob(['jpeg']),
    );
    await openForm();
    await choose([jpg()]);
    const tried = vi
      .mocked(encodeJpeg)
      .mock.calls.map(([, , { width, height }, quality]) => [width, height, quality]);
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
