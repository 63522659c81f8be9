import { Box, FormHelperText, FormLabel } from '@mui/material';
import { type DragEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import type { UploadScene } from '#dataProvider/upload.ts';
import { ImagesAdd } from './ImagesAdd.tsx';
import { ImagesTile } from './ImagesTile.tsx';
import { acceptedTypes } from './shrinkImage.ts';
import { useImagesUpload } from './useImagesUpload.ts';

export interface ImagesUploadProps {
  label: string;
  scene: UploadScene;
  /** Paths of the pictures, in their order. */
  values: readonly string[];
  onChange: (filePaths: string[]) => void;
  max: number;
  error?: ReactNode;
  help?: ReactNode;
  frameRef?: Ref<HTMLButtonElement>;
}

/** Several pictures: chosen, dropped or pasted together, put in order, taken out. */
export const ImagesUpload = (props: ImagesUploadProps) => {
  const { label, scene, values, onChange, max, error, help, frameRef } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const upload = useImagesUpload({ scene, values, onChange, max });
  const refused = upload.error || error;

  const move = (from: number, to: number) => {
    const order = [...values];
    order.splice(to, 0, ...order.splice(from, 1));
    onChange(order);
  };
  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      upload.take(event.dataTransfer.files);
    },
  };
  return (
    <Box
      role="group"
      aria-labelledby={`${id}-label`}
      sx={{ mt: 1, mb: 0.5 }}
      {...dropping}
      onPaste={event => {
        if (event.clipboardData.files.length > 0) upload.take(event.clipboardData.files);
      }}
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
        multiple
        accept={acceptedTypes.join(',')}
        aria-label={label}
        onChange={({ target }) => {
          upload.take(target.files);
          target.value = '';
        }}
      />
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}
      >
        {values.map((filePath, at) => (
          <ImagesTile
            key={filePath}
            filePath={filePath}
            label={`${label} ${at + 1}`}
            onRemove={() => onChange(values.filter(value => value !== filePath))}
            onEarlier={at > 0 ? () => move(at, at - 1) : undefined}
            onLater={at < values.length - 1 ? () => move(at, at + 1) : undefined}
          />
        ))}
        {values.length < max && (
          <ImagesAdd
            frameRef={frameRef}
            label={label}
            count={`${values.length} / ${max}`}
            pending={upload.pending}
            tone={over ? 'over' : refused ? 'wrong' : 'calm'}
            onPick={() => input.current?.click()}
            onRetry={upload.retry}
          />
        )}
      </Box>
      <FormHelperText error={Boolean(refused)} role={refused ? 'alert' : undefined}>
        {refused || help}
      </FormHelperText>
    </Box>
  );
};
