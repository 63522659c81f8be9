import { useForkRef } from '@mui/material';
import type { ReactNode, Ref } from 'react';
import { acceptedTypes } from '#contract/takenFormats.ts';
import type { UploadScene } from '#dataProvider/upload.ts';
import { FileField } from './FileField.tsx';
import { ImageFrame } from './ImageFrame.tsx';
import { useImageUpload } from './useImageUpload.ts';

export interface ImageUploadProps {
  label: string;
  scene: UploadScene;
  /** The path of the picture; '' for none. */
  value: string;
  onChange: (filePath: string) => void;
  error?: ReactNode;
  help?: ReactNode;
  /** CSS pixels and ratio of the preview. */
  width?: number;
  ratio?: string;
  /** Receives the focus when the picture is invalid. */
  frameRef?: Ref<HTMLElement>;
}

/** One picture, chosen, dropped or pasted. */
export const ImageUpload = ({
  label,
  scene,
  value,
  onChange,
  error,
  help,
  width = 150,
  ratio = '3 / 4',
  frameRef,
}: ImageUploadProps) => {
  const upload = useImageUpload(scene, onChange);
  const frame = useForkRef<HTMLElement>(frameRef);
  return (
    <FileField
      label={label}
      accept={acceptedTypes.join(',')}
      onFiles={files => void upload.start(files[0])}
      error={upload.error || error}
      help={help}
      width={width}
    >
      {({ pick, over }) => (
        <ImageFrame
          ref={frame}
          label={label}
          value={value}
          ratio={ratio}
          over={over}
          upload={upload}
          onPick={pick}
          onRemove={() => {
            upload.forget();
            onChange('');
          }}
        />
      )}
    </FileField>
  );
};
