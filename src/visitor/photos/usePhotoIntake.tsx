import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { texts } from '#contract/constants.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { type Area, needsCrop } from './crop.ts';
import { CropDialog } from './CropDialog.tsx';
import { encodeJpeg, type OpenPicture } from './openPicture.ts';
import { areaFor, openPhoto, type PhotoNeeds, PhotoRefused } from './photoFile.ts';
import { sentSize, shrink } from './shrink.ts';

interface Cropping {
  picture: OpenPicture;
  ratio: number;
  /** Null: given up. */
  answer: (area: Area | null) => void;
}

/**
 * From chosen files to photos as they are sent: opened, cropped where a ratio is needed, made smaller; one after
 * another.
 */
export const usePhotoIntake = (
  needs: PhotoNeeds,
  onPhoto: (photo: Blob, replaced?: string) => void,
) => {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const [cropping, setCropping] = useState<Cropping>();
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const areaOf = useCallback(
    async (picture: OpenPicture): Promise<Area | null> => {
      const ratio = needs.ratioFor(picture);
      if (ratio === null || !needsCrop(picture, ratio)) return areaFor(picture, needs);
      const area = await new Promise<Area | null>(answer => {
        setCropping({ picture, ratio, answer });
      });
      setCropping(undefined);
      return area;
    },
    [needs],
  );

  const photoFrom = useCallback(
    async (file: File): Promise<Blob | null> => {
      const picture = await openPhoto(file, needs);
      try {
        const area = left.current ? null : await areaOf(picture);
        if (!area) return null;
        return await shrink(sentSize(area, needs.sentSide), (size, quality) =>
          encodeJpeg(picture, area, size, quality),
        );
      } finally {
        picture.close();
      }
    },
    [needs, areaOf],
  );

  const take = useCallback(
    async (files: File[], replaced?: string) => {
      setMessage(files.length === 0 ? texts.noFileChosen : '');
      setBusy(files.length > 0);
      for (const file of files) {
        try {
          const photo = await photoFrom(file);
          if (left.current) return;
          if (photo) onPhoto(photo, replaced);
        } catch (failure) {
          const isRefused = failure instanceof PhotoRefused;
          if (!isRefused) console.error('photo not taken', failure);
          setMessage(isRefused ? failure.message : making.unreadable);
        }
      }
      setBusy(false);
    },
    [photoFrom, onPhoto],
  );

  const dialog: ReactNode = cropping && (
    <CropDialog
      picture={cropping.picture}
      ratio={cropping.ratio}
      leastSide={needs.minSide}
      onUse={cropping.answer}
      onClose={() => cropping.answer(null)}
    />
  );
  return { busy, message, take, dialog };
};
