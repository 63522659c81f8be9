/** @vitest-environment jsdom */
import { expect, it, vi } from 'vitest';
import { showCutPastes } from '#src/shared/cutPastes.ts';

showCutPastes();

const field = (tag: 'input' | 'textarea', maxLength?: number) => {
  const element = document.createElement(tag);
  if (maxLength !== undefined) element.maxLength = maxLength;
  document.body.append(element);
  return element;
};
const paste = (element: HTMLElement, text: string) =>
  element.dispatchEvent(
    Object.assign(new Event('paste', { bubbles: true }), {
      clipboardData: { getData: () => text },
    }),
  );

it.each(['input', 'textarea'] as const)(
  'says that an %s keeps a part of what is pasted',
  async tag => {
    const element = field(tag, 4);
    element.value = '甲';
    paste(element, '一二三四');
    await vi.waitFor(() => expect(element.validationMessage).toMatch(/^最多 4 个字符/));
    element.dispatchEvent(new Event('blur'));
    expect(element.validationMessage).toBe('');
  },
);

it('says nothing of what fits, or takes the place of what is selected', () => {
  vi.useFakeTimers();
  const element = field('input', 4);
  element.value = '甲乙丙丁';
  element.setSelectionRange(0, 4);
  const free = field('input');
  for (const one of [element, free]) paste(one, '一二三四');
  vi.runAllTimers();
  vi.useRealTimers();
  expect([element.validationMessage, free.validationMessage]).toEqual(['', '']);
});
