import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { texts } from '#contract/constants.ts';

const publicFile = (name: string) => path.join('public', name);

interface Manifest {
  name: string;
  start_url: string;
  background_color: string;
  theme_color: string;
  icons: { src: string; sizes: string }[];
}

describe('the manifest of the installed application', () => {
  const manifest = JSON.parse(readFileSync(publicFile('manifest.webmanifest'), 'utf8')) as Manifest;

  it('has the name and the colours of the visitor side', () => {
    const tokens = readFileSync('src/shared/tokens.css', 'utf8');
    const [light, dark] = [...tokens.matchAll(/--bg: (#[0-9a-f]{6})/g)].map(([, colour]) => colour);
    expect([manifest.name, manifest.start_url]).toEqual([texts.appTitle, '/']);
    expect([manifest.background_color, manifest.theme_color]).toEqual([light, light]);
    const page = readFileSync('index.html', 'utf8');
    const named = [...page.matchAll(/theme-color" content="(#[0-9a-f]{6})"/g)];
    expect(named.map(([, colour]) => colour)).toEqual([light, dark]);
  });

  it('names icons that exist, in the sizes that it says', async () => {
    expect(manifest.icons.length).toBeGreaterThanOrEqual(3);
    for (const { src, sizes } of manifest.icons) {
      const { width, height, format } = await sharp(publicFile(src)).metadata();
      expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
    }
  });
});
