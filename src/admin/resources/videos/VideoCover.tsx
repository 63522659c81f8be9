import MovieIcon from '@mui/icons-material/MovieOutlined';
import { Box } from '@mui/material';
import { useState } from 'react';

/** The cover, filling what is around it; a sign in its place where it has none or does not load. */
export const VideoCover = ({ src, name }: { src: string; name: string }) => {
  const [broken, setBroken] = useState('');
  return src && broken !== src ? (
    <Box
      component="img"
      src={src}
      alt={name}
      onError={() => setBroken(src)}
      sx={{ display: 'block', width: 1, height: 1, objectFit: 'cover' }}
    />
  ) : (
    <Box sx={{ display: 'grid', placeItems: 'center', width: 1, height: 1 }}>
      <MovieIcon fontSize="small" sx={{ color: 'text.secondary' }} />
    </Box>
  );
};
