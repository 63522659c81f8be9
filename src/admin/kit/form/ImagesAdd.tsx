import AddPhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import { Box, Button, ButtonBase, Typography } from '@mui/material';
import type { Ref } from 'react';
import { useTranslate } from 'react-admin';

const borders = { calm: 'divider', over: 'primary.main', wrong: 'error.main' } as const;

export interface ImagesAddProps {
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
export const ImagesAdd = (props: ImagesAddProps) => {
  const { label, count, pending, tone, onPick, onRetry, frameRef } = props;
  const translate = useTranslate();
  return (
    <Box component="li">
      <ButtonBase
        ref={frameRef}
        disabled={pending > 0}
        onClick={onPick}
        aria-label={`${translate('form.upload.choose')} ${label}`}
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
