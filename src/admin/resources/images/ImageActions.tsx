import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { ImageDeleteButton } from './ImageDeleteButton.tsx';
import type { ImageRecord } from './ImageGrid.tsx';
import { ImageRestoreButton } from './ImageRestoreButton.tsx';
import { useCopyAddress } from './useCopyAddress.ts';

/** What one does with a picture without opening it. */
export const ImageActions = () => {
  const translate = useTranslate();
  const record = useRecordContext<ImageRecord>();
  const copy = useCopyAddress();
  if (!record) return null;
  if (record.status === 'trash') return <ImageRestoreButton />;
  return (
    <>
      <Tooltip title={translate('resources.images.copyPath')}>
        <IconButton
          size="small"
          aria-label={translate('resources.images.copyPathOf', { name: record.name })}
          onClick={() => void copy(record.filePath)}
          sx={{ p: 0.375 }}
        >
          <CopyIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Tooltip>
      <ImageDeleteButton />
    </>
  );
};
