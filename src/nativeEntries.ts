/**
 * Replaces `object.entries`, which the translations' library asks for with `require`, by the browser's own. Saves 5 KB of
 * gzip before the first row.
 */
const { entries } = Object;
export { entries as 'module.exports' };
