import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { target } from './scripts/browsers/floor.js';
import { createChunkNames } from './scripts/build/chunks.ts';
import { evaluated } from './scripts/build/evaluated.ts';
import { floorCheck } from './scripts/build/floorCheck.ts';
import { handbook } from './scripts/build/handbook.ts';
import { shell } from './scripts/build/shell.ts';
import { styleFallbacks } from './scripts/build/styleFallbacks.ts';

const config: InlineConfig = {
  plugins: [
    react(),
    evaluated(import.meta.dirname),
    handbook(import.meta.dirname),
    shell(import.meta.dirname),
    floorCheck(import.meta.dirname),
  ],
  resolve: {
    alias: {
      'jsonexport/dist/index.js': fileURLToPath(
        new URL('./src/admin/kit/export/stockExport.ts', import.meta.url),
      ),
      'web-streams-polyfill': fileURLToPath(new URL('./src/nativeStreams.ts', import.meta.url)),
    },
  },
  // Found only when a video is chosen, which would reload the page under them.
  optimizeDeps: { include: ['vod-js-sdk-v6', 'vod-js-sdk-v6/lib/src/uploader'] },
  css: { postcss: { plugins: [styleFallbacks] } },
  build: {
    outDir: 'dist/app',
    target,
    // Sources are not served; a stack names the chunk, which is enough with the commit at hand.
    sourcemap: false,
    chunkSizeWarningLimit: 1200,
  },
};

export default defineConfig(async ({ command }) => {
  if (command === 'serve') return config;
  const name = await createChunkNames(config);
  const codeSplitting = {
    includeDependenciesRecursively: false,
    groups: [{ name, debugName: 'by needs' }],
  };
  return {
    ...config,
    build: {
      ...config.build,
      // The web SDK's hash functions are known to use `eval`; nothing of ours does.
      rolldownOptions: { checks: { eval: false }, output: { codeSplitting } },
    },
  };
});
