import { framed } from '#i18n/zh/framed.ts';

/**
 * Whether another page shows this one inside it. Servers forbid that with `frame-ancestors`, which a page cannot state
 * itself, and which static hosting cannot send; so the application does not start there.
 */
export const isFramed = (): boolean => window.top !== window.self;

/** In the place of the application: why it is not there, and the way to it. */
export const refuseFrame = (root: HTMLElement): void => {
  const reason = document.createElement('p');
  reason.textContent = framed.reason;
  const link = document.createElement('a');
  link.href = location.href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = framed.open;
  root.replaceChildren(reason, link);
};
