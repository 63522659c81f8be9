import { Box, FormHelperText, FormLabel, useForkRef } from '@mui/material';
import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react';
import {
  useInput,
  useResourceContext,
  useTranslate,
  useTranslateLabel,
  ValidationError,
} from 'react-admin';
import type { UploadScene } from '#dataProvider/upload.ts';
import { ImageFrame } from './ImageFrame.tsx';
import { acceptedTypes } from './shrinkImage.ts';
import { useImageUpload } from './useImageUpload.ts';

export interface ImageUploadInputProps {
  source: string;
  scene: UploadScene;
  helperText?: string;
  /** CSS pixels and ratio of the preview. */
  width?: number;
  ratio?: string;
}

/** One picture, chosen, dropped or pasted; what the record keeps is its path. */
export const ImageUploadInput = ({
  source,
  scene,
  helperText,
  width = 150,
  ratio = '3 / 4',
}: ImageUploadInputProps) => {
  const translate = useTranslate();
  const id = useId();
  const label = String(useTranslateLabel()({ source, resource: useResourceContext() ?? '' }));
  const { field, fieldState } = useInput({ source });
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const upload = useImageUpload(scene, filePath => field.onChange(filePath));
  const frame = useForkRef<HTMLElement>(field.ref);
  const refused = upload.error || fieldState.error?.message;

  const pick = () => input.current?.click();
  const take = (files: FileList | undefined) => void upload.start(files?.[0]);
  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files);
    },
    onPaste: (event: ClipboardEvent) => {
      if (event.clipboardData.files.length > 0) take(event.clipboardData.files);
    },
  };
  return (
    <Box
      role="group"
      aria-labelledby={`${id}-label`}
      sx={{ mt: 1, mb: 0.5, width, maxWidth: 1 }}
      {...dropping}
    >
      <FormLabel
        id={`${id}-label`}
        error={Boolean(refused)}
        sx={{
          display: 'block',
          mb: 0.5,
          fontSize: '0.8125rem',
          fontWeight: 500,
          color: 'text.primary',
        }}
      >
        {label}
      </FormLabel>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedTypes.join(',')}
        aria-label={label}
        onChange={({ target }) => {
          take(target.files ?? undefined);
          // The same file may be chosen again, e.g. after it was made smaller.
          target.value = '';
        }}
      />
      <ImageFrame
        ref={frame}
        label={label}
        value={String(field.value ?? '')}
        ratio={ratio}
        over={over}
        upload={upload}
        onPick={pick}
        onRemove={() => {
          upload.forget();
          field.onChange('');
        }}
      />
      <FormHelperText error={Boolean(refused)} role={refused ? 'alert' : undefined}>
        {upload.error ||
          (fieldState.error?.message ? (
            <ValidationError error={fieldState.error.message} />
          ) : (
            helperText && translate(helperText, { _: helperText })
          ))}
      </FormHelperText>
    </Box>
  );
};
