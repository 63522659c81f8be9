import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignedUrls, SignedUrlFailure } from '#src/shared/signedUrls.ts';
import { createFakeSigner } from './fakeSigner.ts';

const MINUTE = 60_000;
const pictures = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `template/${from + index}.png!thumbnail`);

const start = (options?: Parameters<typeof createFakeSigner>[0]) => {
  const signer = createFakeSigner(options);
  return { signer, client: createSignedUrls(signer.invoke) };
};

const gathered = () => vi.advanceTimersByTimeAsync(5);
const failureOf = async (promise: Promise<unknown>) => {
  const caught = promise.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  await vi.advanceTimersByTimeAsync(5_000);
  const failure = await caught;
  expect(failure).toBeInstanceOf(SignedUrlFailure);
  return failure as SignedUrlFailure;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('asking for addresses', () => {
  it('asks once for a picture that is shown several times', async () => {
    const { signer, client } = start();
    const urls = Promise.all([client.get('a.png'), client.get('a.png'), client.get('a.png')]);
    await gathered();
    const [first, ...others] = await urls;
    expect(others).toEqual([first, first]);
    expect(signer.calls).toEqual([{ action: 'getSignedUrls', urls: ['a.png'] }]);
  });

  it('does not ask again for a valid address, and asks anew past three quarters of its lifetime', async () => {
    const { signer, client } = start();
    void client.get('a.png');
    await vi.advanceTimersByTimeAsync(29 * MINUTE);
    await client.get('a.png');
    expect(signer.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(MINUTE + 5);
    expect(client.peek('a.png')).toBeUndefined();
    const renewed = client.get('a.png');
    await gathered();
    expect(await renewed).toContain('sign=2');
  });

  it('does not ask for those that came with a list, which replace none that it has', async () => {
    const { signer, client } = start();
    void client.get('a.png');
    await gathered();
    const before = client.peek('a.png');
    const expireTime = Date.now() + 40 * MINUTE;
    client.take([
      { src: 'a.png', url: 'https://x/a.png?sign=9', expireTime },
      { src: 'b.png', url: 'https://x/b.png?sign=9', expireTime },
      { src: 'c.png', url: '', expireTime: 0, unmade: true },
      { src: 'd.png', url: '', expireTime: 0, denied: true },
    ]);
    expect(client.peek('a.png')).toBe(before);
    expect(await client.get('b.png')).toBe('https://x/b.png?sign=9');
    expect((await failureOf(client.get('d.png'))).reason).toBe('denied');
    void client.get('c.png').catch(() => undefined);
    await gathered();
    expect(signer.calls.map(({ urls }) => urls)).toEqual([['a.png'], ['c.png']]);
  });

  it('never asks again for an address that needs no signature', async () => {
    const { signer } = start();
    const client = createSignedUrls((async (...request: Parameters<typeof signer.invoke>) => {
      const { list } = (await signer.invoke(...request)) as { list: { expireTime: number }[] };
      return { list: list.map(entry => ({ ...entry, expireTime: 0 })) };
    }) as unknown as typeof signer.invoke);
    client.watch('a.png', { every: 30 * MINUTE, onRenewed: () => {} });
    void client.get('a.png');
    await vi.advanceTimersByTimeAsync(120 * MINUTE);
    expect(signer.calls).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not let one invalid address break the call of the others', async () => {
    const { signer, client } = start();
    const good = client.get('a.png');
    expect((await failureOf(client.get('x'.repeat(2_000)))).reason).toBe('refused');
    expect(await good).toContain('a.png');
    expect(signer.calls[0]?.urls).toEqual(['a.png']);
  });

  it('distinguishes a refused address from a failed call, and does not repeat a refusal', async () => {
    const { signer, client } = start();
    signer.refused.add('private.png');
    expect((await failureOf(client.get('private.png'))).reason).toBe('refused');
    expect((await failureOf(client.get('private.png'))).reason).toBe('refused');
    expect(signer.calls).toHaveLength(1);
    signer.failing = 1;
    expect((await failureOf(client.get('a.png'))).reason).toBe('failed');
    const again = client.get('a.png');
    await gathered();
    expect(await again).toContain('a.png');
  });
});

describe('bypassing the cache', () => {
  it('makes one fresh call with the requested retries, ignoring known addresses', async () => {
    const { signer, client } = start();
    void client.get('a.png');
    await gathered();
    const fresh = [1, 2].map(() => client.get('a.png', { bypassCache: true, retries: 2 }));
    await gathered();
    expect(await Promise.all(fresh)).toEqual(
      [fresh[0], fresh[0]].map(() => expect.stringContaining('sign=2')),
    );
    expect(signer.calls[1]).toEqual({
      action: 'getSignedUrl',
      urls: ['a.png'],
      bypassCache: true,
      retries: 2,
    });
    expect(signer.calls).toHaveLength(2);
    expect(client.peek('a.png')).toContain('sign=2');
  });

  it('tries twice more when the service cannot be reached, then gives up', async () => {
    const { signer, client } = start();
    signer.unreachable = 2;
    const reached = client.get('a.png', { bypassCache: true, retries: 2 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await reached).toContain('sign=3');
    signer.unreachable = 3;
    expect((await failureOf(client.get('b.png', { bypassCache: true, retries: 2 }))).reason).toBe(
      'failed',
    );
    expect(signer.calls).toHaveLength(6);
  });

  it('does not repeat what the service itself has answered', async () => {
    const { signer, client } = start();
    signer.failing = 1;
    expect((await failureOf(client.get('a.png', { bypassCache: true, retries: 2 }))).reason).toBe(
      'failed',
    );
    signer.refused.add('gone.png');
    expect(
      (await failureOf(client.get('gone.png', { bypassCache: true, retries: 2 }))).reason,
    ).toBe('refused');
    expect(signer.calls).toHaveLength(2);
  });
});

describe('renewing visible pictures', () => {
  const open = (client: ReturnType<typeof createSignedUrls>, srcs: string[], every = 30 * MINUTE) =>
    srcs.map(src => {
      const shown = {
        src,
        url: '',
        watch: undefined as unknown as ReturnType<typeof client.watch>,
      };
      shown.watch = client.watch(src, { every, onRenewed: url => (shown.url = url) });
      client.get(src).then(
        url => (shown.url = url),
        () => {},
      );
      return shown;
    });

  it('renews well before expiry when the platform gives ten minutes only', async () => {
    const { signer, client } = start({ lifeMs: 600_000 });
    const [picture] = open(client, ['a.png']);
    for (let minute = 0; minute < 60; minute += 1) {
      await vi.advanceTimersByTimeAsync(MINUTE);
      expect(signer.diesAt.get(picture?.url ?? '')).toBeGreaterThan(Date.now());
    }
    expect(signer.calls).toHaveLength(8);
  });

  it('renews as often as a picture asks, if that is more often', async () => {
    const { signer, client } = start();
    open(client, ['a.png'], 10 * MINUTE);
    await vi.advanceTimersByTimeAsync(31 * MINUTE);
    expect(signer.calls).toHaveLength(4);
  });

  it('renews pictures that came half a minute apart in one call, on one timer', async () => {
    const { signer, client } = start();
    open(client, pictures(10));
    await vi.advanceTimersByTimeAsync(30_000);
    open(client, pictures(10, 10));
    await gathered();
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    expect(signer.calls.map(({ urls }) => urls.length)).toEqual([10, 10, 20]);
  });

  it('leaves invisible pictures alone, and renews one at once that becomes visible', async () => {
    const { signer, client } = start();
    const [picture] = open(client, ['a.png']);
    picture?.watch.setVisible(false);
    await vi.advanceTimersByTimeAsync(90 * MINUTE);
    expect(signer.calls).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
    picture?.watch.setVisible(true);
    await vi.advanceTimersByTimeAsync(10);
    expect(signer.calls).toHaveLength(2);
    expect(picture?.url).toContain('sign=2');
  });

  it('asks for nothing while the page is hidden, and catches up when it is shown', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    vi.stubGlobal('document', page);
    const turn = (state: string) => {
      page.visibilityState = state;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    const { signer, client } = start();
    open(client, ['a.png']);
    await gathered();
    turn('hidden');
    await vi.advanceTimersByTimeAsync(180 * MINUTE);
    expect(signer.calls).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
    turn('visible');
    await vi.advanceTimersByTimeAsync(10);
    expect(signer.calls).toHaveLength(2);
  });

  it('gives a new address to every place that shows the picture', async () => {
    const { client } = start();
    const [first, second] = open(client, ['a.png', 'a.png']);
    await gathered();
    void client.get('a.png', { bypassCache: true });
    await gathered();
    expect(first?.url).toContain('sign=2');
    expect(second?.url).toContain('sign=2');
  });

  it('waits longer after each failed renewal, and tries at once when the network is back', async () => {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    const { signer, client } = start();
    const [picture] = open(client, ['a.png']);
    await gathered();
    signer.unreachable = Infinity;
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(signer.calls).toHaveLength(1 + 3);
    expect(picture?.url).toContain('sign=1');
    signer.unreachable = 0;
    page.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(10);
    expect(picture?.url).toContain('sign=5');
  });

  it('does not ask endlessly when the local clock is wrong', async () => {
    const signer = createFakeSigner({ now: () => Date.now() - 24 * 60 * MINUTE });
    const client = createSignedUrls(signer.invoke);
    open(client, ['a.png']);
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    expect(signer.calls).toHaveLength(4);
  });
});

describe('on the management side', () => {
  const startAdmin = (options?: Parameters<typeof createFakeSigner>[0]) => {
    const signer = createFakeSigner(options);
    const client = createSignedUrls(signer.invoke, {
      isAdmin: true,
      refreshEvery: 15 * MINUTE,
    });
    const watch = (src: string) => {
      const shown = { url: '' };
      const { stop } = client.watch(src, {
        every: 30 * MINUTE,
        onRenewed: url => (shown.url = url),
      });
      client.get(src).then(
        url => (shown.url = url),
        () => {},
      );
      return Object.assign(shown, { stop });
    };
    return { signer, client, watch };
  };

  it('asks for private pictures as an administrator, for public ones without signing in', async () => {
    const { signer, client } = startAdmin();
    const srcs = [
      'template/a.png',
      'user_upload/u/b.jpg',
      'cloud://env.bucket/results/u/t/1.png!thumbnail',
      'cloud://env.bucket/category/c.png',
    ];
    const asked = Promise.all(srcs.map(src => client.get(src)));
    await gathered();
    expect(await asked).toHaveLength(4);
    expect(signer.calls.map(({ action, urls }) => [action, urls])).toEqual([
      ['getSignedUrls', [srcs[0], srcs[3]]],
      ['getFileList', [srcs[1], srcs[2]]],
    ]);
    await client.get('user_upload/u/b.jpg', { bypassCache: true, retries: 2 });
    expect(signer.calls.at(-1)?.action).toBe('getFileList');
  });

  it('knows what the role may not see, and asks once', async () => {
    const { signer, client } = startAdmin();
    signer.denied.add('results/u/1.png');
    for (const options of [{}, {}, { bypassCache: true }])
      expect((await failureOf(client.get('results/u/1.png', options))).reason).toBe('denied');
    expect(signer.calls).toHaveLength(2);
    expect(console.error).not.toHaveBeenCalled();
  });

  it('distinguishes a missing private picture from a service that does not answer', async () => {
    const { signer, client } = startAdmin();
    signer.refused.add('results/gone.png');
    expect((await failureOf(client.get('results/gone.png'))).reason).toBe('refused');
    expect((await failureOf(client.get('results/gone.png', { bypassCache: true }))).reason).toBe(
      'refused',
    );
    signer.unreachable = 1;
    expect((await failureOf(client.get('results/b.png'))).reason).toBe('failed');
  });

  it('makes four calls in two hours for fifty pictures, rounds every fifteen minutes included', async () => {
    const { signer, watch } = startAdmin();
    const shown = pictures(50).map(watch);
    // Beside the full minutes, where only the one timer is left.
    await vi.advanceTimersByTimeAsync(500);
    for (let minute = 0; minute < 119; minute += 1) {
      await vi.advanceTimersByTimeAsync(MINUTE);
      for (const { url } of shown) expect(signer.diesAt.get(url)).toBeGreaterThan(Date.now());
      expect(vi.getTimerCount()).toBe(1);
    }
    await vi.advanceTimersByTimeAsync(59_000);
    console.info(`signing calls in two hours: ${signer.calls.length}`);
    expect(signer.calls).toHaveLength(4);
  });

  it('renews in a round what would expire before the next', async () => {
    // Three quarters of this lifetime are 21 minutes; it would expire at 28, before the round at 30.
    const { signer, watch } = startAdmin({ lifeMs: 28 * MINUTE });
    const shown = watch('a.png');
    await vi.advanceTimersByTimeAsync(15 * MINUTE + 10);
    expect(signer.calls).toHaveLength(2);
    expect(shown.url).toContain('sign=2');
  });

  it('retries in a round what could not be renewed, without its longer delay', async () => {
    const { signer, watch } = startAdmin();
    const shown = watch('a.png');
    await gathered();
    signer.failing = 3;
    // At 30, 35 and 45 minutes it fails; alone it would wait until 65.
    await vi.advanceTimersByTimeAsync(46 * MINUTE);
    expect(shown.url).toContain('sign=1');
    await vi.advanceTimersByTimeAsync(15 * MINUTE);
    expect(shown.url).toContain('sign=5');
  });

  it('stops its rounds with the last picture', async () => {
    const { signer, watch } = startAdmin();
    const { stop } = watch('a.png');
    await gathered();
    stop();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(120 * MINUTE);
    expect(signer.calls).toHaveLength(1);
  });
});

describe('copies that are not made yet', () => {
  it('are waited for, while the others of the same call are shown', async () => {
    const { signer, client } = start();
    signer.unmade.set('a.png!thumbnail', 1);
    signer.makeMs = 700;
    const [slow, quick] = [client.get('a.png!thumbnail'), client.get('b.png!thumbnail')];
    let isThere = false;
    void slow.then(() => (isThere = true));
    await gathered();
    expect(await quick).toContain('b.png!thumbnail');
    await vi.advanceTimersByTimeAsync(600);
    expect(isThere).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(await slow).toContain('a.png!thumbnail');
    expect(client.peek('a.png!thumbnail')).toBe(await slow);
    expect(signer.calls.map(({ action }) => action)).toEqual(['getSignedUrls', 'makeCopy']);
  });

  it('are made four at a time, in the order in which they are asked for', async () => {
    const { signer, client } = start();
    const all = pictures(12);
    for (const src of all) signer.unmade.set(src, 1);
    signer.makeMs = 100;
    const urls = Promise.all(all.map(src => client.get(src)));
    await vi.advanceTimersByTimeAsync(400);
    expect(new Set(await urls).size).toBe(12);
    expect(signer.making.most).toBe(4);
    expect(signer.calls.slice(1).map(({ urls: [src] }) => src)).toEqual(all);
  });

  it('are asked for again while another request makes them, and given up after a while', async () => {
    const { signer, client } = start();
    signer.unmade.set('a.png', 3);
    const url = client.get('a.png');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await url).toContain('a.png');
    expect(signer.calls.filter(({ action }) => action === 'makeCopy')).toHaveLength(3);

    signer.unmade.set('b.png', Infinity);
    const never = client.get('b.png').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await never).toMatchObject({ reason: 'failed' });
  });

  it('that cannot be made are refused, and not asked for again', async () => {
    const { signer, client } = start();
    signer.unmade.set('a.png', 1);
    const url = client.get('a.png').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(4);
    signer.refused.add('a.png');
    signer.unmade.set('a.png', 1);
    await gathered();
    expect(await url).toMatchObject({ reason: 'refused' });
  });

  it('of private pictures are made for administrators by their own action, also past the caches', async () => {
    const signer = createFakeSigner();
    const client = createSignedUrls(signer.invoke, { isAdmin: true });
    const src = 'results/u/t/1.png!thumbnail';
    signer.unmade.set(src, 1);
    const url = client.get(src);
    await gathered();
    expect(await url).toContain(src);
    signer.unmade.set(src, 1);
    expect(await client.get(src, { bypassCache: true })).toContain(src);
    expect(signer.calls.map(({ action }) => action)).toEqual([
      'getFileList',
      'makeAnyCopy',
      'getFileList',
      'makeAnyCopy',
    ]);
  });
});
