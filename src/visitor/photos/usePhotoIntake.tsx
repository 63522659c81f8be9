import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { MAX_PHOTO_SIDE, texts } from '#contract/constants.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { photoLimit } from '../../shared/uploadLimit.ts';
import { type Area, needsCrop, type Size } from './crop.ts';
import { CropDialog } from './CropDialog.tsx';
import { encodeJpeg, type OpenPicture } from './openPicture.ts';
import { areaFor, openPhoto, type PhotoNeeds, PhotoRefused } from './photoFile.ts';

const QUALITIES = [0.92, 0.85, 0.75, 0.6];
/** When no quality suffices, the picture becomes smaller by this factor. */
const STEP = 0.8;
const MOST_STEPS = 6;

const scaled = ({ width, height }: Size, by: number): Size => ({
  width: Math.max(1, Math.round(width * by)),
  height: Math.max(1, Math.round(height * by)),
});

/** What is sent of so many pixels: never enlarged, and its shorter side not below what is needed. */
const sentSize = (size: Size, sentSide: number): Size => {
  const longer = MAX_PHOTO_SIDE / Math.max(size.width, size.height);
  const shorter = sentSide / Math.min(size.width, size.height);
  return scaled(size, Math.min(1, Math.max(longer, shorter)));
};

/**
 * The best encoding that may be sent.
 * @param encode makes a file of this size and quality (0 to 1)
 */
const shrink = async (
  size: Size,
  encode: (size: Size, quality: number) => Promise<Blob>,
): Promise<Blob> => {
  const most = photoLimit();
  let blob: Blob | undefined;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    for (const quality of QUALITIES) {
      blob = await encode(scaled(size, STEP ** step), quality);
      if (blob.size <= most) return blob;
    }
  }
  return blob as Blob;
};

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
