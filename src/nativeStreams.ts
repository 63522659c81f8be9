/**
 * Stands in for `web-streams-polyfill`, which the web SDK brings along for browsers that our target does not include:
 * the browser's own classes under the names the SDK imports. Saves 13 KB of gzip on every page.
 */
export const ReadableStream = globalThis.ReadableStream;
export const WritableStream = globalThis.WritableStream;
export const TransformStream = globalThis.TransformStream;
