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
              name: 'contract',
              test: /node_modules\/zod\/|\/contract\/(?!constants|systemSettings|envelope)/,
              priority: 8,
            },
            {
              name: 'shared',
              test: /\/src\/shared\/|node_modules\/js-cookie\/|\/contract\/(constants|systemSettings|envelope)|\/i18n\/zh\/signedImage|rolldown-runtime/,
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
