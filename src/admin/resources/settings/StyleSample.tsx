import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSignedUrl } from '../../../shared/SignedUrlsProvider.tsx';
import { Tile } from '../../kit/field/PictureTile.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';

export interface StyleSampleProps {
  /** A picture of ours. */
  picture: string;
  name: string;
  /** As stored. */
  suffix: string;
}

/**
 * The picture in this very style, at a signed address, with the size in which it arrives. Nothing else is shown in its
 * place.
 */
export const StyleSample = ({ picture, name, suffix }: StyleSampleProps) => {
  const translate = useTranslate();
  const { url, failure } = useSignedUrl(picture + suffix, { autoRefresh: false });
  const [size, setSize] = useState('');
  const [isBroken, setBroken] = useState(false);
  const fails = isBroken || failure !== undefined;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1.5 }}>
      <Tile width={96} height={72} sx={{ borderRadius: 1 }}>
        {url && !fails && (
          <Box
            component="img"
            src={url}
            alt={translate('settings.sample.of', { name })}
            sx={{ width: 1, height: 1, objectFit: 'contain', display: 'block' }}
            onLoad={({ currentTarget }) =>
              setSize(`${currentTarget.naturalWidth} × ${currentTarget.naturalHeight}`)
            }
            onError={() => setBroken(true)}
          />
        )}
      </Tile>
      <Quiet small sx={fails ? { color: 'error.main' } : {}}>
        {fails ? translate('settings.sample.broken') : size}
      </Quiet>
    </Box>
  );
};
