import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: {
      'web-streams-polyfill': fileURLToPath(new URL('./src/nativeStreams.ts', import.meta.url)),
    },
  },
  // Found only when somebody chooses a video, which would reload the page under them.
  optimizeDeps: { include: ['vod-js-sdk-v6', 'vod-js-sdk-v6/lib/src/uploader'] },
  build: {
    outDir: 'dist/app',
    target: 'es2022',
    // Sources are not served; a stack names the chunk, which is enough with the commit at hand.
    sourcemap: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // Left alone, the bundler makes one file for every set of screens that share a module, and a list costs fifty
        // requests. So: what every page needs, what the management side needs, and then each screen for itself.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 9 },
            { name: 'cloudbase', test: /node_modules\/(@cloudbase|jwt-decode)\//, priority: 9 },
            {
              name: 'video',
              test: /node_modules\/(vod-js-sdk-v6|@aws-sdk|@aws-crypto|@aws|@smithy|bowser|fast-xml-[a-z]+|strnum|path-expression-matcher|js-sha1|axios|uuid)\//,
              priority: 10,
            },
            {
              name: 'compare',
              test: /node_modules\/react-compare-slider\/|\/src\/shared\/BeforeAfter/,
              priority: 10,
            },
            {
              name: 'contract',
              test: /node_modules\/zod\/|\/contract\/(?!constants|systemSettings|envelope)/,
              priority: 8,
            },
            {
              name: 'shared',
              test: /\/src\/shared\/|node_modules\/js-cookie\/|\/contract\/(constants|systemSettings|envelope)|\/i18n\/zh\/(signedImage|pictures)|rolldown-runtime/,
              priority: 9,
            },
            { name: 'lists', test: /\/src\/admin\/(list\/|record)/, priority: 7 },
            { name: 'forms', test: /\/src\/admin\/form\/|\/dataProvider\/upload/, priority: 7 },
            { name: 'admin', test: /node_modules\//, priority: 8 },
          ],
        },
      },
    },
  },
});
