import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { choose, full, jpg, openForm, prepareMaking, start } from './makingFixture.tsx';
import {
  fail,
  pass,
  PHOTO,
  quote as usual,
  template,
  unreachable as lost,
} from './visitorFixture.tsx';

prepareMaking();

describe('the form of a template', () => {
  it('asks for each input with its own control, and sends what was filled in', async () => {
    const { visitor } = await openForm({ inputs: full });
    await choose([jpg()]);
    fireEvent.change(screen.getByRole('textbox', { name: '名字' }), { target: { value: '小明' } });
    fireEvent.change(screen.getByRole('textbox', { name: /年龄/ }), { target: { value: '7' } });
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
    fireEvent.change(screen.getByRole('textbox', { name: /年龄/ }), { target: { value: '0' } });
    await start();
    const group = within(screen.getByRole('group', { name: '照片' }));
    expect(group.getByText('请选择照片')).toBeVisible();
    expect(screen.getByText('请填写')).toBeVisible();
    expect(screen.getByText('不能小于 1')).toBeVisible();
    expect(screen.getByRole('button', { name: '选择照片：照片' })).toHaveFocus();
    expect(visitor.callsOf('createTask')).toHaveLength(0);
    fireEvent.change(screen.getByRole('textbox', { name: '名字' }), { target: { value: '小明' } });
    expect(screen.queryByText('请填写')).toBeNull();
  });

  it('sends the very number that is typed, and nothing beside a text that is none', async () => {
    const { visitor } = await openForm({ inputs: full });
    await choose([jpg()]);
    fireEvent.change(screen.getByRole('textbox', { name: '名字' }), { target: { value: '小明' } });
    const [age, seed] = ['年龄', '种子'].map(name =>
      screen.getByRole('textbox', { name: new RegExp(name) }),
    ) as [HTMLElement, HTMLElement];
    for (const text of ['1-2', '1e1', '0x1F', 'NaN', '٣', '1 2', '-', '9007199254740993']) {
      fireEvent.change(age, { target: { value: text } });
      fireEvent.change(seed, { target: { value: text } });
      await start();
      expect(age).toHaveAttribute('aria-invalid', 'true');
      expect(seed).toHaveAttribute('aria-invalid', 'true');
      expect(age).toHaveValue(text);
    }
    expect(screen.getAllByText('数字的位数过多')).toHaveLength(2);
    expect(visitor.callsOf('createTask')).toHaveLength(0);
    fireEvent.change(age, { target: { value: '１２' } });
    fireEvent.change(seed, { target: { value: '1,234' } });
    await start();
    expect(visitor.callsOf('createTask')).toMatchObject([{ inputs: { age: 12, seed: 1_234 } }]);
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
  it.each([
    [{}, '每次 8 积分，余额 50 积分', true],
    [free, '今日免费 2 次，之后每次 8 积分', true],
    [{ credits: { paid: 1, gift: 2 } }, '积分不足，还差 5 积分用激活码兑换', false],
    [{ refusal: '该模板仅限会员使用' }, '该模板仅限会员使用', false],
    [{ stop: '今天的免费制作已满' }, '今天的免费制作已满', false],
    [{ running: 3 }, '已有 3 个作品在制作，完成后可继续', true],
    [{ queueAhead: 4 }, '每次 8 积分，前面还有 4 个', true],
  ])('with %o are one line, %s', async (quote, line, mayStart) => {
    await openForm({}, { quote: () => ({ ...usual, ...quote }) });
    expect(document.querySelector('.start-line')).toHaveTextContent(line);
    const button = screen.getByRole('button', { name: '开始制作' });
    if (mayStart) expect(button).toBeEnabled();
    else expect(button).toBeDisabled();
  });

  it('a stop of what is free leaves the single purchase', async () => {
    const answer = { ...usual, stop: '今天的免费制作已满', priceFen: 990 };
    await openForm({ priceFen: 990 }, { quote: () => answer });
    expect(screen.getByRole('button', { name: '开始制作' })).toBeDisabled();
    expect(screen.getByRole('button', { name: /9.90/ })).toBeEnabled();
  });

  it('shows why a template is no longer offered', async () => {
    const gone = new ActionFailure({ code: 40902, message: '该模板已下线' });
    await openForm(
      {},
      {
        quote: fail(gone),
      },
    );
    expect(screen.getByText('该模板已下线')).toBeVisible();
    expect(screen.getByRole('button', { name: '开始制作' })).toBeDisabled();
  });

  it('asks again when the network returns', async () => {
    const { visitor } = await openForm(
      {},
      {
        quote: fail(lost),
      },
    );
    expect(screen.getByText('暂时无法查询价格和余额，请稍后再试')).toBeVisible();
    visitor.answers.quote = () => usual;
    act(() => void dispatchEvent(new Event('online')));
    await pass();
    expect(screen.getByText('，余额 50 积分')).toBeVisible();
    expect(screen.queryByText('暂时无法查询价格和余额，请稍后再试')).toBeNull();
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
      createTask: fail(lost),
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

  it('sends another key for another wish, though nobody knows whether the first arrived', async () => {
    const answers = {
      createTask: fail(lost),
    };
    const { visitor } = await openForm({ inputs: full }, answers);
    await choose([jpg()]);
    for (const value of ['小明', '小红']) {
      fireEvent.change(screen.getByRole('textbox', { name: '名字' }), { target: { value } });
      await start();
    }
    const keys = visitor.callsOf('createTask').map(({ idemKey }) => idemKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
  });

  it('shows a changed price and asks again before it starts', async () => {
    const { visitor } = await openForm(
      {},
      {
        createTask: ({ expectCredits }) => {
          if (expectCredits === 12) return { _id: 'task_9' };
          throw new ActionFailure({
            code: 40902,
            message: '价格已更新，请确认后再试',
            data: { costCredits: 12 },
          });
        },
      },
    );
    await choose([jpg()]);
    await start();
    expect(screen.getByText('价格已变为 12 积分，请确认后再点一次')).toBeVisible();
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
        createTask: fail(
          new ActionFailure({
            code: 40001,
            message: '提交的内容有误，请检查后重试',
            data: { fields: { 'inputs.name': '包含敏感词' } },
          }),
        ),
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
        createTask: fail(
          new ActionFailure({
            code: 40001,
            message: '提交的内容有误',
            data: { fields: { 'inputs.photo': '照片不存在或已过期，请重新上传' } },
          }),
        ),
      },
    );
    await choose([jpg()]);
    await start();
    expect(screen.getByText('照片不存在或已过期，请重新上传')).toBeVisible();
    expect(screen.getByRole('button', { name: '更换：照片' })).toHaveFocus();
  });

  it('shows a refusal, and what is offered now', async () => {
    const { visitor } = await openForm(
      {},
      {
        createTask: fail(new ActionFailure({ code: 42901, message: '排队人数过多，请稍后再试' })),
      },
    );
    await choose([jpg()]);
    await start();
    expect(screen.getByText('排队人数过多，请稍后再试')).toBeVisible();
    expect(visitor.callsOf('quote')).toHaveLength(2);
  });
});
