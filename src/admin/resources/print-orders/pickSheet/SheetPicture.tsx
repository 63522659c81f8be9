import { asThumbnail } from '../../../../shared/imageStyle.ts';
import { useSystemSettings } from '../../../../shared/settings.ts';
import { useSignedUrl } from '../../../../shared/SignedUrlsProvider.tsx';

/** Loaded at once, unlike pictures on a screen, because the whole sheet is printed. */
export const SheetPicture = ({ src, alt }: { src: string; alt: string }) => {
  const { imageStyles } = useSystemSettings();
  const { url } = useSignedUrl(asThumbnail(src, imageStyles), { autoRefresh: false });
  if (!url) return null;
  return (
    <img
      src={url}
      alt={alt}
      style={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
    />
  );
};
