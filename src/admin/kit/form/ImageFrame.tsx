import AddPhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import { Box, Button, ButtonBase, LinearProgress, Typography } from '@mui/material';
import type { Ref } from 'react';
import { useTranslate } from 'react-admin';
import { formatBytes } from '../../../shared/bytes.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { inMegabytes, pictureLimit } from '../../../shared/uploadLimit.ts';
import { useTexts } from '../base/hooks.ts';
import type { ImageUpload } from './useImageUpload.ts';

export interface ImageFrameProps {
  ref?: Ref<HTMLElement> | null;
  label: string;
  value: string;
  ratio: string;
  /** A file is dragged above it. */
  over: boolean;
  upload: ImageUpload;
  onPick: () => void;
  onRemove: () => void;
}

const phases = {
  wait: 'upload.waiting',
  shrink: 'upload.preparing',
  read: 'upload.phases.read',
  send: 'upload.phases.send',
  store: 'upload.phases.store',
} as const;

/** The frame of a picture: empty, uploading, failed, or shown. */
export const ImageFrame = ({
  ref,
  label,
  value,
  ratio,
  over,
  upload,
  onPick,
  onRemove,
}: ImageFrameProps) => {
  const translate = useTranslate();
  const say = useTexts('upload');
  const t = useTexts('form.upload');
  const { phase, percent, file, error, loaded, total } = upload;
  const busy = phase !== null;
  return (
    <>
      <ButtonBase
        ref={ref as Ref<HTMLButtonElement>}
        onClick={onPick}
        disabled={busy}
        aria-label={t(value ? 'replaceOf' : 'chooseOf', { name: label })}
        sx={{
          position: 'relative',
          width: 1,
          aspectRatio: ratio,
          overflow: 'hidden',
          borderRadius: 1,
          border: 1,
          borderStyle: value && !busy ? 'solid' : 'dashed',
          borderColor: over ? 'primary.main' : error ? 'error.main' : 'divider',
          bgcolor: over ? 'action.hover' : 'background.default',
          '&:hover': { borderColor: 'text.disabled' },
        }}
      >
        {value && <SignedImage src={value} alt={label} width="100%" height="100%" />}
        {(!value || over || busy) && (
          <Box
            sx={{
              position: 'absolute',
              inset: 0,
              display: 'flex',
              flexDirection: 'column',
              alignItems: 'center',
              justifyContent: 'center',
              gap: 0.5,
              p: 1.5,
              color: 'text.secondary',
              bgcolor: value ? 'background.paper' : undefined,
              opacity: value ? 0.92 : 1,
            }}
          >
            {!busy && <AddPhotoIcon />}
            <Typography variant="caption" component="span" sx={{ textAlign: 'center' }}>
              {translate(phase ? phases[phase] : over ? 'form.upload.drop' : 'form.upload.hint')}
            </Typography>
            {!busy && !over && (
              <Typography
                variant="caption"
                component="span"
                sx={{ textAlign: 'center', fontSize: '0.6875rem' }}
              >
                {t('formats', {
                  size: `${inMegabytes(pictureLimit())} MB`,
                })}
              </Typography>
            )}
            {phase === 'send' && loaded > 0 && (
              <Typography
                variant="caption"
                component="span"
                sx={{ fontSize: '0.6875rem', fontVariantNumeric: 'tabular-nums' }}
              >
                {say('bytes', { loaded: formatBytes(loaded), total: formatBytes(total) })}
              </Typography>
            )}
            {busy && (
              <LinearProgress
                variant="determinate"
                value={percent}
                aria-label={t('progress', { field: label })}
                sx={{ width: '80%', mt: 0.5, borderRadius: 1 }}
              />
            )}
          </Box>
        )}
      </ButtonBase>
      {busy && (
        <Button size="small" onClick={upload.forget} sx={{ mt: 0.5, ml: -1 }}>
          {say('cancel')}
        </Button>
      )}
      {(value || file) && !busy && (
        <Box sx={{ display: 'flex', gap: 0.5, mt: 0.5, ml: -1 }}>
          {file && error ? (
            <Button size="small" onClick={upload.retry}>
              {t('retry')}
            </Button>
          ) : (
            <Button size="small" onClick={onPick}>
              {t('replace')}
            </Button>
          )}
          <Button size="small" onClick={onRemove} aria-label={t('removeOf', { name: label })}>
            {t('remove')}
          </Button>
        </Box>
      )}
    </>
  );
};
