import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { type Preset, presetEntity } from '#contract/preset.ts';
import { type Task, taskEntity } from '#contract/task.ts';
import { answer, type Answers, click, failed, put, renderAdmin } from '../renderAdmin.tsx';
import { aTemplate, holding } from './templateFixture.ts';

const at = '/admin/templates/edit/tpl_1';
const photo = 'template/202611/photo.png';
const draft = aTemplate({ trialPassed: false, beforeImage: photo });

const aTrial = (fields: Partial<Task> = {}): Task =>
  taskEntity.record.parse({
    _id: 'task_2',
    rev: 1,
    createTime: 1_700_000_100_000,
    updateTime: 1_700_000_100_000,
    taskNo: 'T2026112000000002',
    userId: '',
    openid: '',
    templateId: 'tpl_1',
    isTrial: true,
    costCredits: 0,
    status: 'created',
    inputs: [{ key: 'photo', type: 'image', filePath: photo }],
    ...fields,
  });
const result = { filePath: 'results/trial/task_2/1.png', fileType: 'png' };
const made: Partial<Task> = {
  status: 'succeeded',
  costSec: 21,
  coins: 14,
  outputs: [{ ...result, width: 900, height: 1_200, nodeId: '9' }],
};
const earlier = aTrial({ ...made, _id: 'task_1', createTime: 1_700_000_000_000, costSec: 30 });

const answers = (trials: Task[], more: Answers = {}): Answers =>
  holding([draft], {
    'adminTemplatePreset.getPresets': { list: [], total: 0 },
    'adminTask.getTasks': { list: trials, total: trials.length },
    'adminTask.getTaskById': ({ data }) => {
      const found = trials.find(({ _id }) => _id === data['id']);
      return (
        found && answer('adminTask', 'getTaskById', { ...found, queueAhead: null, lane: null })
      );
    },
    'adminStorage.getImages': { list: [], total: 0 },
    ...more,
  });

const aPreset = (fields: Partial<Preset> = {}): Preset =>
  presetEntity.record.parse({
    _id: 'pre_2',
    rev: 1,
    createTime: 1_700_000_000_000,
    updateTime: 1_700_000_000_000,
    name: '标准',
    templateId: 'tpl_1',
    params: {},
    status: 'enabled',
    ...fields,
  });
const presetsOf = (presets: Preset[]): Answers => ({
  'adminTemplatePreset.getPresets': { list: presets, total: presets.length },
  'adminTemplatePreset.getPresetById': ({ data }) => {
    const found = presets.find(({ _id }) => _id === data['id']);
    return found && answer('adminTemplatePreset', 'getPresetById', found);
  },
});

const open = async (name = '敦煌飞天') => {
  fireEvent.click((await screen.findAllByRole('button', { name: `试跑「${name}」` }))[0]!);
  return within(await screen.findByRole('dialog', { name: '试跑「敦煌飞天」' }));
};

const start = async (dialog: ReturnType<typeof within>) => {
  const button = await dialog.findByRole('button', { name: '开始试跑' });
  await waitFor(() => expect(button).toBeEnabled());
  fireEvent.click(button);
};

describe('the trial of a template', () => {
  it('is asked for before publishing, runs the saved version with a stored picture, and is followed to its end', async () => {
    let isRefused = true;
    const { sent, dataOf } = renderAdmin({
      at,
      answers: answers([aTrial(made), earlier], {
        'adminTask.getTasks': { list: [earlier], total: 1 },
        'adminTemplate.runTrial': () =>
          isRefused
            ? failed(codes.invalidInput, '请选择照片', { fields: { 'inputs.photo': '请选择照片' } })
            : answer('adminTemplate', 'runTrial', aTrial()),
      }),
    });
    expect(await screen.findByText('还缺 1 项')).toBeVisible();
    expect(screen.getAllByRole('button', { name: '试跑「敦煌飞天」' })).toHaveLength(2);
    await click(screen.getByRole('button', { name: '上线「敦煌飞天」' }));
    expect(await screen.findByText('上线前请先试跑成功一次')).toBeVisible();
    expect(sent('updateTemplateField')).toHaveLength(0);

    put(screen.getByRole('textbox', { name: '副标题' }), '改');
    const dialog = await open();
    expect(dialog.getByText('表单里有未保存的修改。试跑使用的是已保存的版本。')).toBeVisible();
    await start(dialog);
    // Once: not below the form as well.
    expect(await dialog.findAllByText('请选择照片')).toHaveLength(1);

    isRefused = false;
    await click(await dialog.findByRole('button', { name: /选用已有图片 1/ }));
    await start(dialog);
    expect(await dialog.findByText('21 秒（上次成功 30 秒）')).toBeVisible();
    expect(dataOf('runTrial')).toMatchObject([
      { templateId: 'tpl_1', rev: 4 },
      { templateId: 'tpl_1', rev: 4, inputs: { photo } },
    ]);
    expect(dialog.getByRole('slider', { name: /对比/ })).toBeVisible();
    // Until the form is saved.
    await waitFor(() => expect(dialog.getByRole('button', { name: '设为封面' })).toBeDisabled());
  });

  it('that is under way can be cancelled from the list with the right to change templates', async () => {
    const cancelled = aTrial({ status: 'cancelled', errorCode: 'CANCELLED' });
    const { dataOf } = renderAdmin({
      at: '/admin/templates',
      rights: ['templates.read', 'templates.write', 'tasks.read'],
      answers: answers([aTrial()], {
        'adminTemplate.cancelTrial': cancelled,
      }),
    });
    await click(await (await open()).findByRole('button', { name: '取消试跑' }));
    await waitFor(() => expect(dataOf('cancelTrial')).toEqual([{ id: 'task_2' }]));
  });

  it('that failed says why, also on a phone', async () => {
    const failedTrial = aTrial({
      status: 'failed',
      errorCode: 'SERVICE_BUSY',
      errorText: '服务繁忙，请稍后再试',
      history: [
        { time: 1, from: 'submitting', to: 'failed', by: '系统', reason: '密钥「一号」没有响应' },
      ],
    });
    renderAdmin({ at: '/admin/templates', width: 390, answers: answers([failedTrial]) });
    const alert = within(await (await open()).findByRole('alert'));
    expect(alert.getByText('服务繁忙，请稍后再试')).toBeVisible();
    expect(alert.getByText('原因：密钥「一号」没有响应')).toBeVisible();
  });

  it('is opened from the pictures of the list', async () => {
    localStorage.setItem('RaStore.admin_0001.templates.view', JSON.stringify('grid'));
    renderAdmin({ at: '/admin/templates', answers: answers([earlier]) });
    expect((await open()).getByRole('button', { name: '开始试跑' })).toBeVisible();
  });

  it.each([
    ['the rows', '/admin/templates/presets', 1440],
    ['the cards of a phone', '/admin/templates/presets', 390],
    ['the page', '/admin/templates/presets/edit/pre_2', 1440],
    ['the template’s page', `${at}?tab=presets`, 1440],
  ])('is opened from %s of a preset, which is chosen and used', async (_where, at, width) => {
    const { dataOf } = renderAdmin({
      at,
      width,
      answers: answers([earlier], {
        ...presetsOf([aPreset({ _id: 'pre_1', isDefault: true }), aPreset({ name: '暖色' })]),
        'adminTemplate.runTrial': aTrial(),
      }),
    });
    const dialog = await open('暖色');
    expect(await dialog.findByRole('combobox', { name: '预设' })).toHaveTextContent('暖色');
    fireEvent.click(await dialog.findByRole('button', { name: /选用已有图片 1/ }));
    await start(dialog);
    await waitFor(() =>
      expect(dataOf('runTrial')).toMatchObject([
        { templateId: 'tpl_1', presetId: 'pre_2', inputs: { photo } },
      ]),
    );
  });

  it('is not offered for presets that do not fit, of local templates, or of ones that cannot be read', async () => {
    const presets = [
      { name: '暖色', needsReview: true },
      { name: '冷色', templateId: 'tpl_2' },
      { name: '单色', templateId: 'tpl_9' },
    ];
    renderAdmin({
      at: '/admin/templates/presets',
      answers: {
        ...holding([aTemplate(), aTemplate({ _id: 'tpl_2', engine: 'local' })]),
        ...presetsOf(presets.map((fields, at) => aPreset({ ...fields, _id: `pre_${at}` }))),
      },
    });
    for (const [name, sentence] of [
      ['暖色', '参数与模板不符，请先修改'],
      ['冷色', '本地处理的模板不需要试跑'],
      ['单色', '暂时读不到所属模板'],
    ]) {
      const button = await screen.findByRole('button', { name: `试跑「${name}」` });
      await waitFor(() => expect(button.parentElement).toHaveAttribute('aria-label', sentence));
      expect(button).toBeDisabled();
    }
  });

  it('gives its cover to the template, which may be published at once', async () => {
    const bare = aTemplate({ coverImage: '' });
    let isOutdated = false;
    const { dataOf } = renderAdmin({
      at,
      answers: answers([aTrial(made)], {
        'adminTemplate.getTemplateById': () =>
          isOutdated
            ? new Promise<never>(() => undefined)
            : answer('adminTemplate', 'getTemplateById', bare),
        'adminTemplate.useTrialPicture': () => {
          isOutdated = true;
          const shown = { ...bare, rev: 5, coverImage: photo };
          return answer('adminTemplate', 'useTrialPicture', shown);
        },
        'adminTemplate.updateTemplateField': aTemplate({ rev: 6, status: 'online' }),
      }),
    });
    const dialog = await open();
    await click(await dialog.findByRole('button', { name: '设为封面' }));
    expect(await screen.findByText('已设为封面')).toBeVisible();
    await click(dialog.getByRole('button', { name: '关闭' }));
    await click(await screen.findByRole('button', { name: '上线「敦煌飞天」' }));
    expect(await screen.findByText(/已上线/)).toBeVisible();
    expect(dataOf('useTrialPicture')).toEqual([
      { taskId: 'task_2', output: 0, as: 'coverImage', rev: 4 },
    ]);
    expect(dataOf('updateTemplateField')).toMatchObject([
      { templateId: 'tpl_1', rev: 5, value: 'online' },
    ]);
  });

  it('gives its pictures one after the other, each announced once, also in the list of presets', async () => {
    const stored = { ...draft };
    const waiting: (() => void)[] = [];
    const { dataOf } = renderAdmin({
      at: '/admin/templates/presets',
      answers: {
        ...answers([aTrial(made), earlier]),
        ...presetsOf([aPreset({ name: draft.name })]),
        ...holding([stored]),
        'adminTemplate.useTrialPicture': () =>
          new Promise(resolve => {
            waiting.push(() => {
              stored.rev += 1;
              resolve(answer('adminTemplate', 'useTrialPicture', { ...stored }));
            });
          }),
      },
    });
    const dialog = await open();
    const button = (name: string) => dialog.findByRole('button', { name });
    const [cover, sample] = [await button('设为封面'), await button('加入示例图')];
    // Before anything is painted anew.
    act(() => {
      cover.click();
      cover.click();
      sample.click();
    });
    // The first one goes on while another trial is looked at.
    await click(dialog.getByText('30 秒 · 14 RH 币'));
    expect(await button('设为封面')).toBeDisabled();
    expect(await button('加入示例图')).toBeDisabled();
    expect(waiting).toHaveLength(1);
    waiting.shift()?.();
    expect(await screen.findByText('已设为封面')).toBeVisible();
    await waitFor(async () => expect(await button('加入示例图')).toBeEnabled());
    await click(await button('加入示例图'));
    await waitFor(() => expect(waiting).toHaveLength(1));
    waiting.shift()?.();
    expect(await screen.findByText('已加入示例图')).toBeVisible();
    expect(dataOf('useTrialPicture')).toEqual([
      { taskId: 'task_2', output: 0, as: 'coverImage', rev: 4 },
      { taskId: 'task_1', output: 0, as: 'sampleImages', rev: 5 },
    ]);
  });
});
