import { useState } from 'react';
import { useDataProvider, useEvent, useTranslate } from 'react-admin';
import { MAX_UPLOAD_BYTES, texts } from '#contract/constants.ts';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';
import type { UploadPhase, UploadScene } from '#dataProvider/upload.ts';
import { acceptedTypes, shrinkImage } from './shrinkImage.ts';

export interface ImageUpload {
  /** The picture that is being sent, or that failed and can be sent again. */
  file: File | null;
  percent: number;
  phase: UploadPhase | 'shrink' | null;
  error: string;
  start: (file: File | null | undefined) => Promise<void>;
  retry: () => Promise<void>;
  forget: () => void;
}

export const maxUploadSize = `${MAX_UPLOAD_BYTES / 1024 / 1024} MB`;

/** Sends one picture and hands its path on. A picture that failed is kept, so that it can be sent again. */
export const useImageUpload = (
  scene: UploadScene,
  onUploaded: (filePath: string) => void,
): ImageUpload => {
  const translate = useTranslate();
  const dataProvider = useDataProvider<AdminDataProvider>();
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<Pick<ImageUpload, 'percent' | 'phase'>>(idle);
  const [error, setError] = useState('');

  const refuse = (sentence: string) => {
    setProgress(idle);
    setError(sentence);
  };

  const start = useEvent(async (chosen: File | null | undefined) => {
    setError('');
    if (!chosen) return refuse(texts.noFileChosen);
    setFile(null);
    if (!acceptedTypes.includes(chosen.type)) return refuse(translate('form.upload.wrongType'));
    if (chosen.size > MAX_UPLOAD_BYTES) setProgress({ percent: 5, phase: 'shrink' });
    const small = await shrinkImage(chosen);
    if (!small) return refuse(translate('form.upload.tooLarge', { size: maxUploadSize }));
    setFile(small);
    setProgress({ percent: 5, phase: 'read' });
    try {
      const { data } = await dataProvider.uploadImage(small, scene, (percent, phase) =>
        setProgress({ percent, phase }),
      );
      // A session that ended meanwhile answers without a file.
      if (!data.filePath) return refuse('');
      setFile(null);
      setProgress(idle);
      onUploaded(data.filePath);
    } catch (failure) {
      refuse((failure as Error).message);
    }
  });

  return {
    file,
    error,
    ...progress,
    start,
    retry: () => start(file),
    forget: () => {
      setFile(null);
      refuse('');
    },
  };
};

const idle = { percent: 0, phase: null } as const;
