import { act, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignedImage, type SignedImageProps } from '#src/shared/SignedImage.tsx';
import { createSignedUrls } from '#src/shared/signedUrls.ts';
import { SignedUrlsProvider } from '#src/shared/SignedUrlsProvider.tsx';
import { createFakeSigner } from '../../shared/fakeSigner.ts';

const MINUTE = 60_000;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const answered = () => pass(5);

const setUp = (options?: Parameters<typeof createFakeSigner>[0]) => {
  const signer = createFakeSigner(options);
  const client = createSignedUrls(signer.invoke);
  const page = (pictures: SignedImageProps[]) => (
    <SignedUrlsProvider client={client}>
      {pictures.map((props, index) => (
        <SignedImage key={index} {...props} />
      ))}
    </SignedUrlsProvider>
  );
  const { rerender, unmount, container } = render(page([]));
  return {
    signer,
    container,
    unmount,
    show: (...pictures: SignedImageProps[]) => rerender(page(pictures)),
  };
};

/** Pictures whose addresses have been answered. */
const shown = async (...list: SignedImageProps[]) => {
  const own = setUp();
  own.show(...list);
  await answered();
  return own;
};

const frame = () => document.querySelector<HTMLElement>('.signed-image');
const pictures = () => [...document.querySelectorAll<HTMLImageElement>('.signed-image img')];
const picture = () => pictures()[0] as HTMLImageElement;
const address = () => picture().getAttribute('src');

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('what is asked for', () => {
  it.each([
    ['template/a.png', 'template/a.png!thumbnail'],
    ['template/a.png!thumbnail', 'template/a.png!thumbnail'],
    ['template/a.png!original', 'template/a.png!original'],
    ['template/a.png!uploadimage', 'template/a.png!uploadimage'],
    ['template/a.png!elsewhere', 'template/a.png!elsewhere!thumbnail'],
    ['https://files.example/a.png?v=2', 'https://files.example/a.png!thumbnail?v=2'],
  ])('of %s the signed address of %s', async (src, asked) => {
    const { signer } = await shown({ src });
    expect(signer.calls).toEqual([{ action: 'getSignedUrls', urls: [asked] }]);
    expect(address()).toBe(`https://files.example/${asked}?sign=1`);
  });

  it('for an empty src nothing is requested or shown', async () => {
    const { signer, container } = await shown({ src: '' });
    expect(container).toBeEmptyDOMElement();
    expect(signer.calls).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('for a picture just chosen in the browser nothing is requested', async () => {
    const { signer } = await shown({ src: 'blob:https://app.example/1' });
    expect(address()).toBe('blob:https://app.example/1');
    expect(frame()).toHaveAttribute('data-state', 'loading');
    fireEvent.load(picture());
    expect(frame()).toHaveAttribute('data-state', 'ready');
    expect(signer.calls).toEqual([]);
  });

  it('for a list of a hundred two calls are made, none after scrolling away and back', async () => {
    const { signer, show } = setUp();
    const list = Array.from({ length: 100 }, (_, index) => ({ src: `template/${index}.png` }));
    show(...list);
    await answered();
    expect(signer.calls).toHaveLength(2);
    show();
    show(...list);
    await answered();
    expect(pictures()).toHaveLength(100);
    expect(signer.calls).toHaveLength(2);
  });
});

describe('how it shows', () => {
  it('is loading until the picture has loaded', async () => {
    const { show } = setUp();
    show({ src: 'a.png' });
    expect(frame()).toHaveAttribute('data-state', 'loading');
    await answered();
    expect(frame()).toHaveAttribute('data-state', 'loading');
    fireEvent.load(picture());
    expect(frame()).toHaveAttribute('data-state', 'ready');
    expect(frame()).not.toHaveAttribute('title');
  });

  it('has the label 图片 unless it has a name', async () => {
    await shown({ src: 'a.png' }, { src: 'b.png', alt: '水彩肖像' });
    expect(screen.getByRole('img', { name: '图片' })).toBeVisible();
    expect(screen.getByRole('img', { name: '水彩肖像' })).toBeVisible();
  });

  it('takes size, fit and class, covers by default, and loads lazily', async () => {
    const { show } = await shown({
      src: 'a.png',
      width: 48,
      height: '50%',
      className: 'cover',
      fit: 'contain',
    });
    expect(frame()).toHaveStyle({ width: '48px', height: '50%' });
    expect(frame()).toHaveClass('cover');
    expect(picture()).toHaveStyle({ objectFit: 'contain' });
    expect(picture()).toHaveAttribute('loading', 'lazy');
    expect(picture()).toHaveAttribute('decoding', 'async');
    show({ src: 'a.png' });
    expect(picture()).toHaveStyle({ objectFit: 'cover' });
    expect(frame()?.style.width).toBe('');
  });

  it('starts again when its picture changes', async () => {
    const { show } = await shown({ src: 'a.png' });
    fireEvent.load(picture());
    show({ src: 'b.png' });
    expect(frame()).toHaveAttribute('data-state', 'loading');
    expect(pictures()).toEqual([]);
    await answered();
    expect(address()).toContain('b.png!thumbnail');
  });
});

describe('when something fails', () => {
  it('shows the unsigned address with an error mark when there is no signed one', async () => {
    const { signer, show } = setUp();
    signer.refused.add('a.png!thumbnail');
    show({ src: 'a.png' });
    await answered();
    expect(address()).toBe('a.png');
    expect(frame()).toHaveAttribute('data-state', 'error');
    expect(frame()).toHaveAttribute('title', '图片未能正常加载，当前显示原始地址');
    expect(screen.getByRole('img', { name: '图片未能正常加载，当前显示原始地址' })).toBeVisible();
    expect(console.error).toHaveBeenCalledOnce();
  });

  it('asks once for the original, past the cache and with two retries, when the thumbnail does not load', async () => {
    const { signer } = await shown({ src: 'a.png!userupload' });
    fireEvent.error(picture());
    await answered();
    expect(signer.calls[1]).toEqual({
      action: 'getSignedUrl',
      urls: ['a.png!original'],
      bypassCache: true,
      retries: 2,
    });
    expect(address()).toBe('https://files.example/a.png!original?sign=2');
    expect(frame()).toHaveAttribute('data-state', 'loading');
    fireEvent.load(picture());
    expect(frame()).toHaveAttribute('data-state', 'ready');
  });

  it('falls back to the raw address with a mark when the original does not load either', async () => {
    const { signer } = await shown({ src: 'a.png!userupload' });
    fireEvent.error(picture());
    await answered();
    fireEvent.error(picture());
    await answered();
    expect(address()).toBe('a.png!userupload');
    expect(frame()).toHaveAttribute('data-state', 'error');
    expect(frame()).toHaveAttribute('title', '图片未能正常加载，当前显示原始地址');
    fireEvent.error(picture());
    await answered();
    expect(frame()).toHaveAttribute('title', '图片加载失败');
    expect(signer.calls).toHaveLength(2);
  });

  it('recovers by itself when the service is back', async () => {
    const { signer, show } = setUp();
    signer.unreachable = 1;
    show({ src: 'a.png' });
    await answered();
    fireEvent.load(picture());
    expect(frame()).toHaveAttribute('data-state', 'error');
    window.dispatchEvent(new Event('online'));
    await pass(10);
    fireEvent.load(pictures()[1] as HTMLImageElement);
    expect(address()).toBe('https://files.example/a.png!thumbnail?sign=2');
    expect(frame()).toHaveAttribute('data-state', 'ready');
  });
});

describe('renewal', () => {
  it('happens every thirty minutes, and the picture is exchanged when the new one has loaded', async () => {
    await shown({ src: 'a.png', alt: '水彩' });
    fireEvent.load(picture());
    await pass(30 * MINUTE + 10);
    const [old, next] = pictures();
    expect(old?.getAttribute('src')).toContain('sign=1');
    expect(next?.getAttribute('src')).toContain('sign=2');
    expect(screen.getAllByRole('img', { name: '水彩' })).toEqual([old]);
    expect(frame()).toHaveAttribute('data-state', 'ready');
    fireEvent.load(next as HTMLImageElement);
    expect(pictures()).toEqual([next]);
    expect(screen.getByRole('img', { name: '水彩' })).toBe(next);
  });

  it('keeps the old picture when the renewed one does not load', async () => {
    const { signer } = await shown({ src: 'a.png' });
    fireEvent.load(picture());
    await pass(30 * MINUTE + 10);
    fireEvent.error(pictures()[1] as HTMLImageElement);
    await answered();
    expect(pictures()).toHaveLength(1);
    expect(address()).toContain('sign=1');
    expect(frame()).toHaveAttribute('data-state', 'ready');
    expect(signer.calls).toHaveLength(2);
  });

  it('uses its own interval, and none without autoRefresh', async () => {
    const { signer, show } = setUp();
    show({ src: 'a.png', refreshInterval: 60_000 }, { src: 'b.png', autoRefresh: false });
    await pass(2 * MINUTE + 1_000);
    expect(signer.calls.map(({ urls }) => urls)).toEqual([
      ['a.png!thumbnail', 'b.png!thumbnail'],
      ['a.png!thumbnail'],
      ['a.png!thumbnail'],
    ]);
  });

  it('ends when the picture is removed', async () => {
    const { signer, unmount } = await shown({ src: 'a.png' }, { src: 'b.png' });
    expect(vi.getTimerCount()).toBe(1);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
    await pass(120 * MINUTE);
    expect(signer.calls).toHaveLength(1);
  });

  it('leaves no timer behind in strict mode either', async () => {
    const signer = createFakeSigner();
    const client = createSignedUrls(signer.invoke);
    const { unmount } = render(
      <StrictMode>
        <SignedUrlsProvider client={client}>
          <SignedImage src="a.png" />
        </SignedUrlsProvider>
      </StrictMode>,
    );
    await answered();
    expect(signer.calls).toHaveLength(1);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('out of sight', () => {
  it('asks at once, loads when it comes into view, and then from a valid address', async () => {
    const changes: ((entries: { target: Element; isIntersecting: boolean }[]) => void)[] = [];
    class FakeObserver {
      constructor(onChange: (typeof changes)[number]) {
        changes.push(onChange);
      }
      observe() {}
      unobserve() {}
    }
    vi.stubGlobal('IntersectionObserver', FakeObserver);
    const { signer, show } = setUp();
    show({ src: 'a.png' });
    const see = (isIntersecting: boolean) =>
      act(() =>
        changes.forEach(change => change([{ target: frame() as Element, isIntersecting }])),
      );
    await answered();
    expect(signer.calls).toHaveLength(1);
    expect(pictures()).toEqual([]);

    await pass(120 * MINUTE);
    expect(signer.calls).toHaveLength(1);
    see(true);
    expect(pictures()).toEqual([]);
    await pass(10);
    expect(signer.calls).toHaveLength(2);
    expect(address()).toContain('sign=2');

    fireEvent.load(picture());
    see(false);
    await pass(120 * MINUTE);
    expect(signer.calls).toHaveLength(2);
    expect(address()).toContain('sign=2');
  });
});
