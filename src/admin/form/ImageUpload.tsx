import { Box, FormHelperText, FormLabel, useForkRef } from '@mui/material';
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react';
import type { UploadScene } from '#dataProvider/upload.ts';
import { ImageFrame } from './ImageFrame.tsx';
import { acceptedTypes } from './shrinkImage.ts';
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
  /** What is focused when the picture is found wanting. */
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
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const upload = useImageUpload(scene, onChange);
  const frame = useForkRef<HTMLElement>(frameRef);
  const refused = upload.error || error;

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
      <FormHelperText error={Boolean(refused)} role={refused ? 'alert' : undefined}>
        {refused || help}
      </FormHelperText>
    </Box>
  );
};
