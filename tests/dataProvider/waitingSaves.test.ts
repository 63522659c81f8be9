import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDataProvider } from '#dataProvider/dataProvider.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { createWaitingSaves, SaveCancelled } from '#dataProvider/waitingSaves.ts';

let browser: EventTarget;
let onLine: boolean;
const connect = () => {
  onLine = true;
  browser.dispatchEvent(new Event('online'));
};

beforeEach(() => {
  browser = new EventTarget();
  onLine = false;
  vi.stubGlobal('navigator', {
    get onLine() {
      return onLine;
    },
  });
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const lost = () => new PlatformFailure('NETWORK', '网络连接失败');

/** A transport that reaches the server while the browser has a network. */
const connected = () => {
  const arrived: { action: string; data: Record<string, unknown> }[] = [];
  const invoke = vi.fn(async (_name: string, action: string, data: object) => {
    if (!onLine) throw lost();
    arrived.push({ action, data: data as Record<string, unknown> });
    return { _id: 't1', rev: 5, ...data };
  });
  const saves = createWaitingSaves();
  const provider = createDataProvider(invoke as unknown as Invoke, { saves });
  return { arrived, invoke, saves, provider };
};
const record = { id: 't1', rev: 4, name: '樱花少女', sort: 0 };
const save = { id: 't1', data: { ...record, name: '新名字' }, previousData: record };
const waitingFor = (saves: ReturnType<typeof createWaitingSaves>, count: number) =>
  vi.waitFor(() => expect(saves.waiting()).toHaveLength(count));

describe('a save without a network', () => {
  it('waits, is sent once when the network is back, and then no longer waits', async () => {
    const { arrived, saves, provider } = connected();
    const onChange = vi.fn();
    saves.subscribe(onChange);
    const saved = provider.update('templates', save);
    await waitingFor(saves, 1);
    expect(saves.waiting()).toEqual(['templates/t1']);
    expect(arrived).toEqual([]);
    connect();
    await expect(saved).resolves.toMatchObject({ data: { name: '新名字' } });
    expect(arrived).toEqual([
      { action: 'updateTemplate', data: { _id: 't1', rev: 4, name: '新名字' } },
    ]);
    expect(saves.waiting()).toEqual([]);
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('is sent in the order in which it was made', async () => {
    const { arrived, saves, provider } = connected();
    const switched = [true, false, true].map(isRecommend =>
      provider.setRecommend('templates', { id: 't1', isRecommend }),
    );
    const moved = provider.setOrder('categories', [{ id: 'c1', sort: 3 }]);
    const set = provider.setField('templates', { id: 't2', field: 'sort', value: 7, rev: 1 });
    await waitingFor(saves, 5);
    connect();
    await Promise.all([...switched, moved, set]);
    expect(arrived.map(({ data }) => data['isRecommend'])).toEqual([
      true,
      false,
      true,
      undefined,
      undefined,
    ]);
  });

  it('is a creation with its key; one without a key is not repeated', async () => {
    const { arrived, saves, provider } = connected();
    const data = { word: '国风' };
    await expect(provider.create('keywords', { data })).rejects.toThrow('网络连接失败');
    const made = provider.create('keywords', { data, meta: { idemKey: 'key-00000001' } });
    await waitingFor(saves, 1);
    connect();
    await made;
    expect(arrived).toEqual([
      { action: 'createKeyword', data: { word: '国风', idemKey: 'key-00000001' } },
    ]);
  });

  it('can be cancelled, alone or with all others, and is then never sent', async () => {
    const { arrived, saves, provider } = connected();
    const one = provider.update('templates', save);
    const other = provider.update('categories', save);
    await waitingFor(saves, 2);
    saves.cancel('templates/t1');
    await expect(one).rejects.toBeInstanceOf(SaveCancelled);
    expect(saves.waiting()).toEqual(['categories/t1']);
    saves.cancel();
    await expect(other).rejects.toBeInstanceOf(SaveCancelled);
    connect();
    await new Promise(resolve => setTimeout(resolve));
    expect(arrived).toEqual([]);
  });

  it('waits again when the network fails again, and retries shortly after it has come back', async () => {
    vi.useFakeTimers();
    const { invoke, saves, provider } = connected();
    const saved = provider.update('templates', save);
    await waitingFor(saves, 1);
    invoke.mockImplementationOnce(() => {
      onLine = false;
      return Promise.reject(lost());
    });
    connect();
    await vi.waitFor(() => expect(invoke).toHaveBeenCalledTimes(2));
    await waitingFor(saves, 1);
    invoke.mockRejectedValueOnce(lost());
    connect();
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(saved).resolves.toMatchObject({ data: { name: '新名字' } });
    expect(invoke).toHaveBeenCalledTimes(4);
  });

  it("returns the server's answer once it is sent", async () => {
    const { invoke, saves, provider } = connected();
    const saved = provider.update('templates', save);
    await waitingFor(saves, 1);
    invoke.mockRejectedValueOnce(new ActionFailure({ code: 40001, message: '请检查填写的内容' }));
    connect();
    await expect(saved).rejects.toThrow('请检查填写的内容');
  });
});

describe('never waiting', () => {
  it('is a deletion', async () => {
    const { saves, provider } = connected();
    await expect(provider.delete('templates', { id: 't1' })).rejects.toThrow('网络连接失败');
    expect(saves.waiting()).toEqual([]);
  });

  it('is a save that failed with a network', async () => {
    onLine = true;
    const { invoke, saves, provider } = connected();
    invoke.mockRejectedValueOnce(lost());
    await expect(provider.update('templates', save)).rejects.toThrow('网络连接失败');
    expect(saves.waiting()).toEqual([]);
  });
});
