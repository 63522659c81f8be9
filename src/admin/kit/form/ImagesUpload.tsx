import AddPhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import BackIcon from '@mui/icons-material/ChevronLeft';
import ForwardIcon from '@mui/icons-material/ChevronRight';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, ButtonBase, IconButton, Typography } from '@mui/material';
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { useEvent, useTranslate } from 'react-admin';
import { acceptedTypes } from '#contract/takenFormats.ts';
import type { UploadScene } from '#dataProvider/upload.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { PlainList } from '../base/PlainList.tsx';
import { isUnfinished } from '../upload/uploadQueue.ts';
import { useUploadQueue, useUploads } from '../upload/UploadQueueContext.tsx';
import { FileField } from './FileField.tsx';

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
        <PlainList sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
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
        </PlainList>
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

const borders = { calm: 'divider', over: 'primary.main', wrong: 'error.main' } as const;

interface ImagesAddProps {
  label: string;
  /** `2 / 9`. */
  count: string;
  /** How many are being uploaded. */
  pending: number;
  tone: keyof typeof borders;
  onPick: () => void;
  /** There where one failed and can be sent again. */
  onRetry: (() => void) | undefined;
  frameRef: Ref<HTMLButtonElement> | undefined;
}

/** The frame for adding pictures. */
const ImagesAdd = (props: ImagesAddProps) => {
  const { label, count, pending, tone, onPick, onRetry, frameRef } = props;
  const translate = useTranslate();
  return (
    <Box component="li">
      <ButtonBase
        ref={frameRef}
        disabled={pending > 0}
        onClick={onPick}
        aria-label={translate('form.upload.chooseOf', { name: label })}
        sx={{
          flexDirection: 'column',
          gap: 0.5,
          width: 96,
          height: 104,
          borderRadius: 1,
          border: 1,
          borderStyle: 'dashed',
          borderColor: borders[tone],
          bgcolor: tone === 'over' ? 'action.hover' : 'background.default',
          color: 'text.secondary',
        }}
      >
        <AddPhotoIcon />
        <Typography variant="caption" role="status">
          {pending > 0 ? translate('form.upload.left', { count: pending }) : count}
        </Typography>
      </ButtonBase>
      {onRetry && (
        <Button size="small" onClick={onRetry} sx={{ display: 'block' }}>
          {translate('form.upload.retry')}
        </Button>
      )}
    </Box>
  );
};

interface ImagesUploadOptions {
  scene: UploadScene;
  values: readonly string[];
  onChange: (filePaths: string[]) => void;
  max: number;
}

/** Uploads several pictures for one field, and appends the path of each as it arrives. */
const useImagesUpload = ({ scene, values, onChange, max }: ImagesUploadOptions) => {
  const group = useId();
  const queue = useUploadQueue();
  const items = useUploads(group);
  /** Two may arrive before the next render. */
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  }, [values]);
  useEffect(
    () => () => {
      for (const item of queue.items()) if (item.group === group) queue.cancel(item.id);
    },
    [queue, group],
  );

  const add = useEvent((filePath: string) => {
    if (latest.current.includes(filePath)) return;
    const next = [...latest.current, filePath];
    latest.current = next;
    onChange(next);
  });
  const pending = items.filter(isUnfinished).length;
  const failed = items.filter(({ state }) => state === 'failed');
  const take = (files: File[]) => {
    queue.clear(group);
    const room = max - latest.current.length - pending;
    queue.add([...(files ?? [])].slice(0, Math.max(0, room)), {
      group,
      scene,
      onStored: ({ filePath }) => add(filePath),
    });
  };
  const again = failed.filter(({ canRetry }) => canRetry);
  return {
    pending,
    error: failed[0]?.error ?? '',
    take,
    retry: again.length > 0 ? () => again.forEach(({ id }) => queue.retry(id)) : undefined,
  };
};
