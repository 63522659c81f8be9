/**
 * Replaces `web-streams-polyfill`, which the web SDK imports for browsers that our target does not include, by the
 * browser's own classes under the same names. Saves 14 KB of gzip on every page.
 */
export const ReadableStream = globalThis.ReadableStream;
export const WritableStream = globalThis.WritableStream;
export const TransformStream = globalThis.TransformStream;
