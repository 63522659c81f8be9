import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** What 隐私政策 says of the browser, read in the source of the visitors' pages. */
const root = path.resolve(import.meta.dirname, '../../src');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !file.startsWith('admin/'))
  .map(file => [file, readFileSync(path.join(root, file), 'utf8')] as const);

const linesWith = (pattern: RegExp) =>
  sources.flatMap(([file, text]) => (pattern.test(text) ? [file] : [])).sort();

describe('a visitor’s browser', () => {
  it('keeps drafts, the inviter and the time of a reload, beside the session of the platform', () => {
    expect(linesWith(/(local|session)Storage(\.setItem|\[)|indexedDB|document\.cookie/)).toEqual([
      'main.tsx',
      'visitor/invitation.ts',
      'visitor/making/draft.ts',
      'visitor/useDraft.ts',
    ]);
    const inviter = sources.find(([file]) => file === 'visitor/invitation.ts')?.[1];
    expect(inviter?.match(/localStorage\.setItem/g)).toHaveLength(1);
    // Until the tab is closed.
    for (const [file, text] of sources)
      if (file !== 'visitor/invitation.ts')
        expect(text, file).not.toContain('localStorage.setItem');
  });

  it('is not asked where it is, for contacts, camera or microphone', () => {
    expect(linesWith(/navigator\.(geolocation|contacts|mediaDevices|bluetooth)/)).toEqual([]);
  });
});
