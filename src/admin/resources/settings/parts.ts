export { useRefundSettings } from './useRefundSettings.ts';
