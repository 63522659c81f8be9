import MoreIcon from '@mui/icons-material/MoreHoriz';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Button, IconButton, Menu, MenuItem, Tooltip } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { usePhone } from '../../kit/base/usePhone.ts';
import { IMPORT_PATH } from './paths.ts';

const importing = [IMPORT_PATH, 'resources.print-orders.links.import'] as const;
const links = [
  ['/print-size-config', 'resources.print-orders.links.sizes'],
  ['/package-prices', 'resources.print-orders.links.prices'],
] as const;

/** From here to the sheet of express numbers, and to what prints are sold by. */
export const PrintOrderLinks = () => {
  const translate = useTranslate();
  const isPhone = usePhone();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const more = translate('resources.print-orders.links.more');
  return (
    <>
      {!isPhone && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<UploadIcon />}
          component={Link}
          to={importing[0]}
        >
          {translate(importing[1])}
        </Button>
      )}
      <Tooltip title={more}>
        <IconButton
          size={isPhone ? 'medium' : 'small'}
          aria-label={more}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {[...(isPhone ? [importing] : []), ...links].map(([path, label]) => (
          <MenuItem key={path} component={Link} to={path}>
            {translate(label)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
