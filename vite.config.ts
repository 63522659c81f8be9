import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: {
      'jsonexport/dist/index.js': fileURLToPath(
        new URL('./src/admin/kit/export/stockExport.ts', import.meta.url),
      ),
      'web-streams-polyfill': fileURLToPath(new URL('./src/nativeStreams.ts', import.meta.url)),
    },
  },
  // Otherwise Vite finds it only when a video is chosen, and reloads the page.
  optimizeDeps: { include: ['vod-js-sdk-v6', 'vod-js-sdk-v6/lib/src/uploader'] },
  build: {
    outDir: 'dist/app',
    target: 'es2022',
    // Source maps are not served; a stack names the chunk, which is enough together with the commit.
    sourcemap: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // By default the bundler makes one file for every set of screens that share a module, and a list takes fifty
        // requests. Hence: what every page needs, what the management side needs, what only some screens need (charts,
        // dragging, video, comparing), and each screen by itself.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'video',
              test: /node_modules\/(vod-js-sdk-v6|@aws-sdk|@aws-crypto|@aws|@smithy|bowser|fast-xml-[a-z]+|strnum|path-expression-matcher|js-sha1|axios|uuid|stream-browserify|readable-stream|buffer|events|string_decoder|base64-js|ieee754|safe-buffer|util-deprecate|inherits)\/|browser-external/,
              priority: 10,
            },
            {
              name: 'compare',
              test: /node_modules\/react-compare-slider\/|\/src\/shared\/BeforeAfter/,
              priority: 10,
            },
            {
              name: 'charts',
              test: /node_modules\/(@mui\/x-|d3-|internmap|delaunator|robust-predicates|reselect|flatqueue|bezier-easing|@base-ui\/utils\/(esm\/)?store)/,
              priority: 10,
            },
            {
              name: 'dragging',
              test: /node_modules\/@dnd-kit\/|\/src\/admin\/kit\/list\/(Sortable|Ordered)/,
              priority: 10,
            },
            { name: 'cloudbase', test: /node_modules\/(@cloudbase|jwt-decode)\//, priority: 9 },
            {
              name: 'base',
              test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|js-cookie)\/|\/src\/shared\/|\/contract\/(constants|systemSettings|envelope|shanghai)\.|\/dataProvider\/(invoke|online)\.|\/authProvider\/session|\/i18n\/zh\/(signedImage|pictures)/,
              priority: 9,
            },
            {
              name: 'contract',
              test: /node_modules\/zod\/|\/contract\//,
              priority: 8,
            },
            { name: 'admin', test: /node_modules\/|\/stockExport/, priority: 7 },
            {
              name: 'app',
              test: /\/src\/admin\/(shell\/([^/]+$|layout\/|palette\/(PaletteButton|useShortcuts))|kit\/((base|field|theme|form|action|list|show|upload)\/|export\/(ExportsButton|useExports))|resources\/([^/]+\/index|user-link\/nameOfUser)\.ts)|\/dataProvider\/|\/authProvider\/authProvider|\/i18n\/zh\/(?!visitor|signIn)|\/i18n\/i18nProvider/,
              priority: 6,
            },
          ],
        },
      },
    },
  },
});
