import { Box, Link as MuiLink } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Category } from '#contract/category.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { editPath, type RecordOf } from '../../record.ts';

export const CategoryNameField = () => {
  const record = useRecordContext<RecordOf<Category>>();
  if (!record) return null;
  const { id, name, coverImage, description } = record;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <Box
        sx={{
          flex: 'none',
          width: 36,
          height: 36,
          borderRadius: '6px',
          overflow: 'hidden',
          display: 'grid',
          placeItems: 'center',
          color: 'text.secondary',
          bgcolor: 'action.hover',
        }}
      >
        {coverImage ? (
          <SignedImage src={coverImage} alt={name} width="100%" height="100%" />
        ) : (
          <span aria-hidden>{[...name][0]}</span>
        )}
      </Box>
      <Box sx={{ minWidth: 0, maxWidth: { sm: 320 } }}>
        <MuiLink
          component={Link}
          to={editPath('categories', id)}
          onClick={event => event.stopPropagation()}
          sx={{ fontWeight: 500, color: 'text.primary' }}
        >
          {name}
        </MuiLink>
        <Box
          title={description}
          sx={{
            color: 'text.secondary',
            fontSize: '0.75rem',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {description}
        </Box>
      </Box>
    </Box>
  );
};
