import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BeforeAfter } from '#src/shared/BeforeAfter.tsx';
import { createSignedUrls } from '#src/shared/signedUrls.ts';
import { SignedUrlsProvider } from '#src/shared/SignedUrlsProvider.tsx';
import { ZoomableImage } from '#src/shared/ZoomableImage.tsx';
import { createFakeSigner } from '../../shared/fakeSigner.ts';

afterEach(() => vi.restoreAllMocks());

const siblings = ['a', 'b', 'c'].map(name => ({ src: `template/${name}.png`, name }));
const open = (node: React.ReactNode) =>
  render(
    <SignedUrlsProvider client={createSignedUrls(createFakeSigner().invoke)}>
      {node}
    </SignedUrlsProvider>,
  );

describe('a picture that can be seen large', () => {
  it('opens, goes to its siblings in a circle, and returns the focus', () => {
    open(<ZoomableImage src="template/b.png" alt="b" siblings={siblings} />);
    const picture = screen.getByRole('button', { name: '放大查看b' });
    picture.focus();
    fireEvent.click(picture);
    const viewer = screen.getByRole('dialog', { name: '查看图片：b' });
    fireEvent.keyDown(viewer, { key: 'ArrowRight' });
    expect(screen.getByRole('dialog', { name: '查看图片：c' })).toHaveTextContent('3 / 3');
    fireEvent.keyDown(viewer, { key: 'ArrowRight' });
    expect(screen.getByRole('dialog', { name: '查看图片：a' })).toHaveTextContent('1 / 3');
    fireEvent.click(screen.getByRole('button', { name: '上一张' }));
    expect(screen.getByRole('dialog', { name: '查看图片：c' })).toBeVisible();
    // What Esc does to a dialog.
    fireEvent(viewer, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(picture).toHaveFocus();
  });

  it('alone has no arrows, and closes on a click beside the picture only', () => {
    open(<ZoomableImage src="template/a.png" alt="a" />);
    fireEvent.click(screen.getByRole('button', { name: '放大查看a' }));
    expect(screen.queryByRole('button', { name: '下一张' })).toBeNull();
    const viewer = screen.getByRole('dialog');
    fireEvent.click(viewer.querySelector('.signed-image') as Element);
    expect(viewer).toBeVisible();
    fireEvent.click(viewer.querySelector('.picture-viewer-stage') as Element);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('before and after', () => {
  it('is a slider with a Chinese name and value', () => {
    open(<BeforeAfter before="template/a.png" after="template/b.png" />);
    const slider = screen.getByRole('slider', { name: /处理前后/ });
    expect(slider).toHaveAttribute('aria-valuetext', '处理前占 50%');
  });

  it('shows nothing while one of the two is missing', () => {
    const { container } = open(<BeforeAfter before="template/a.png" after="" />);
    expect(container).toBeEmptyDOMElement();
  });
});
