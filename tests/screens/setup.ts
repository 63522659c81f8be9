import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// Screens are loaded in pieces, on a machine that other tests share.
configure({ asyncUtilTimeout: 30_000 });

/** js-cookie sets Secure cookies, which jsdom keeps on a secure origin only. */
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0; secure; samesite=strict`;
  }
});
