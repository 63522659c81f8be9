import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import { Box, ButtonBase, Chip, Typography } from '@mui/material';
import { IconButtonWithTooltip, useListContext } from 'react-admin';
import type { StoredFile } from '#contract/file.ts';
import { pictures } from '#i18n/zh/pictures.ts';
import { formatBytes } from '../../../shared/bytes.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { TileCheckbox } from '../../kit/list/TileCheckbox.tsx';
import { ImageDeleteButton } from './ImageDeleteButton.tsx';
import { ImageRestoreButton } from './ImageRestoreButton.tsx';
import { useCopyAddress } from './useCopyAddress.tsx';

/** One picture of the library: opens large on a click, facts and actions below. */
export const ImageTile = ({ onZoom, onOpen }: { onZoom: () => void; onOpen: () => void }) => {
  const t = useTexts('resources.images');
  const record = useRecord<StoredFile>();
  const { selectedIds } = useListContext();
  const { id, name, filePath, width, height, sizeBytes, unused, isDuplicate } = record;
  const isSelected = selectedIds.includes(id);
  return (
    <Box
      component="li"
      sx={{
        minWidth: 0,
        position: 'relative',
        // Only what is in sight is laid out and painted. The line around a picture is part of its tile.
        contentVisibility: 'auto',
        containIntrinsicHeight: 'auto 260px',
        p: '3px',
        m: '-3px',
      }}
    >
      <ButtonBase
        onClick={onZoom}
        aria-label={pictures.zoomOf(name)}
        sx={{
          display: 'block',
          width: 1,
          aspectRatio: '1 / 1',
          overflow: 'hidden',
          borderRadius: 1,
          bgcolor: 'action.hover',
          cursor: 'zoom-in',
          outline: isSelected ? 2 : 1,
          outlineStyle: 'solid',
          outlineColor: theme => (isSelected ? theme.palette.primary.main : theme.palette.divider),
          '&.Mui-focusVisible': { outline: 3, outlineStyle: 'solid', outlineColor: 'primary.main' },
        }}
      >
        <SignedImage src={filePath} alt={name} width="100%" height="100%" />
      </ButtonBase>
      <TileCheckbox label={t('select', { name })} sx={{ top: 9, left: 9 }} />
      <Box
        sx={{
          position: 'absolute',
          top: 11,
          right: 11,
          display: 'grid',
          gap: 0.5,
          justifyItems: 'end',
        }}
      >
        {isDuplicate && <Badge text={t('copy')} />}
        {unused && record.status === 'active' && <Badge text={t('unused')} />}
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: { xs: 'flex-start', sm: 'center' },
          flexDirection: { xs: 'column', sm: 'row' },
          mt: 0.75,
          '& .MuiIconButton-root': { p: { xs: 1.25, sm: 0.375 } },
          '& .MuiIconButton-root .MuiSvgIcon-root': { fontSize: { xs: 22, sm: 18 } },
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0, maxWidth: 1 }}>
          <Typography noWrap sx={{ fontSize: '0.8125rem', fontWeight: 500 }} title={name}>
            {name}
          </Typography>
          <Typography
            variant="caption"
            component="p"
            sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          >
            {width > 0 && `${width}×${height} · `}
            {formatBytes(sizeBytes)}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', flex: 'none', ml: { xs: -1.25, sm: 0 } }}>
          <IconButtonWithTooltip
            label={t('details.open')}
            size="small"
            aria-label={t('details.of', { name })}
            onClick={onOpen}
            sx={{ p: 0.375 }}
          >
            <InfoIcon sx={{ fontSize: 18 }} />
          </IconButtonWithTooltip>
          <ImageActions />
        </Box>
      </Box>
    </Box>
  );
};

const Badge = ({ text }: { text: string }) => (
  <Chip
    label={text}
    sx={{
      height: 20,
      fontSize: '0.6875rem',
      bgcolor: 'background.paper',
      border: 1,
      borderColor: 'divider',
    }}
  />
);

/** What one does with a picture without opening it. */
const ImageActions = () => {
  const t = useTexts('resources.images');
  const record = useRecord<StoredFile>();
  const { copy, byHand } = useCopyAddress();
  if (record.status === 'trash') return <ImageRestoreButton />;
  return (
    <>
      <IconButtonWithTooltip
        label={t('copyPath')}
        size="small"
        aria-label={t('copyPathOf', { name: record.name })}
        onClick={() => void copy(record.filePath)}
        sx={{ p: 0.375 }}
      >
        <CopyIcon sx={{ fontSize: 18 }} />
      </IconButtonWithTooltip>
      <ImageDeleteButton />
      {byHand}
    </>
  );
};
