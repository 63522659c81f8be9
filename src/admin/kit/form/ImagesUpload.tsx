import BackIcon from '@mui/icons-material/ChevronLeft';
import ForwardIcon from '@mui/icons-material/ChevronRight';
import CloseIcon from '@mui/icons-material/Close';
import { Box, IconButton } from '@mui/material';
import type { ReactNode, Ref } from 'react';
import { useTranslate } from 'react-admin';
import type { UploadScene } from '#dataProvider/upload.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { acceptedTypes } from '../upload/shrinkImage.ts';
import { FileField } from './FileField.tsx';
import { ImagesAdd } from './ImagesAdd.tsx';
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
  const upload = useImagesUpload({ scene, values, onChange, max });
  const refused = upload.error || error;

  const move = (from: number, to: number) => {
    const order = [...values];
    order.splice(to, 0, ...order.splice(from, 1));
    onChange(order);
  };
  return (
    <FileField
      label={label}
      accept={acceptedTypes.join(',')}
      multiple
      onFiles={upload.take}
      error={refused}
      help={help}
    >
      {({ pick, over }) => (
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
              onPick={pick}
              onRetry={upload.retry}
            />
          )}
        </Box>
      )}
    </FileField>
  );
};

interface ImagesTileProps {
  filePath: string;
  label: string;
  onRemove: () => void;
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
}

/** One of several pictures, with what moves it and what takes it out. */
const ImagesTile = ({ filePath, label, onRemove, onEarlier, onLater }: ImagesTileProps) => {
  const translate = useTranslate();
  const actions = [
    ['form.upload.earlier', <BackIcon key="b" />, onEarlier],
    ['form.upload.remove', <CloseIcon key="c" />, onRemove],
    ['form.upload.later', <ForwardIcon key="f" />, onLater],
  ] as const;
  return (
    <Box component="li" sx={{ width: 96 }}>
      <Box sx={{ width: 96, height: 104, borderRadius: 1, overflow: 'hidden' }}>
        <SignedImage src={filePath} alt={label} width="100%" height="100%" />
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        {actions.map(([name, icon, act]) => (
          <IconButton
            key={name}
            size="small"
            disabled={!act}
            onClick={act}
            aria-label={`${translate(name)} ${label}`}
            sx={{ p: 0.25, '& svg': { fontSize: 18 } }}
          >
            {icon}
          </IconButton>
        ))}
      </Box>
    </Box>
  );
};
