/** Of the HTTP function that hears of ended tasks. */
export const WEBHOOK_PATH = '/notify/runninghub';
