import { Box, Link as MuiLink } from '@mui/material';
import { Link } from 'react-router-dom';
import type { LocalApp } from '#contract/localApp.ts';
import { editPath, type RecordOf, useRecord } from '../../kit/base/record.ts';
import { oneLine } from '../../kit/field/OneLine.tsx';
import { PictureTile } from '../../kit/field/PictureTile.tsx';

/** Icon, name and the name the mini-program knows it by. */
export const LocalAppNameField = ({ size = 36 }: { size?: number }) => {
  const { id, name, appCode, icon, coverImage, description } = useRecord<RecordOf<LocalApp>>();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <PictureTile src={icon || coverImage} name={name} size={size} />
      <Box sx={{ minWidth: 0, maxWidth: { sm: 240 } }}>
        <MuiLink
          component={Link}
          to={editPath('local-app-templates', id)}
          onClick={event => event.stopPropagation()}
          title={[name, description].filter(Boolean).join('\n')}
          sx={{ ...oneLine, display: 'block', fontWeight: 500, color: 'text.primary' }}
        >
          {name}
        </MuiLink>
        <Box
          component="code"
          sx={{ ...oneLine, display: 'block', color: 'text.secondary', fontSize: '0.75rem' }}
        >
          {appCode}
        </Box>
      </Box>
    </Box>
  );
};
