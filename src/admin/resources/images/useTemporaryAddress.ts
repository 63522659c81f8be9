import { useNotify } from 'react-admin';
import { asLarge } from '../../../shared/imageStyle.ts';
import { useSystemSettings } from '../../../shared/settings.ts';
import { useSignedUrls } from '../../../shared/SignedUrlsProvider.tsx';

/** A public address that expires; undefined, with a notification, if there is none. */
export const useTemporaryAddress = () => {
  const notify = useNotify();
  const signedUrls = useSignedUrls();
  const { imageStyles } = useSystemSettings();
  return async (filePath: string): Promise<string | undefined> => {
    try {
      const url = await signedUrls.get(asLarge(filePath, imageStyles), {
        bypassCache: true,
        retries: 1,
      });
      return new URL(url, location.href).href;
    } catch {
      notify('resources.images.noAddress', { type: 'warning' });
      return undefined;
    }
  };
};
