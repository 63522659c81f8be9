import BackIcon from '@mui/icons-material/ChevronLeft';
import ForwardIcon from '@mui/icons-material/ChevronRight';
import CloseIcon from '@mui/icons-material/Close';
import { Box, IconButton } from '@mui/material';
import { useTranslate } from 'react-admin';
import { SignedImage } from '../../../shared/SignedImage.tsx';

export interface ImagesTileProps {
  filePath: string;
  label: string;
  onRemove: () => void;
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
}

/** One of several pictures, with what moves it and what takes it out. */
export const ImagesTile = ({ filePath, label, onRemove, onEarlier, onLater }: ImagesTileProps) => {
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
