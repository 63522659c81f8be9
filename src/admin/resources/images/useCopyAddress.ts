import { useNotify } from 'react-admin';

/** Puts an address on the clipboard and says so. */
export const useCopyAddress = () => {
  const notify = useNotify();
  return async (address: string) => {
    try {
      await navigator.clipboard.writeText(address);
      notify('resources.images.copied', { type: 'success' });
    } catch {
      notify('resources.images.notCopied', { type: 'warning' });
    }
  };
};
