import { Button, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';

/** Pages that belong here and have no place in the menu. */
const links = ['/api-keys', '/print-size-config', '/package-prices', '/audit-logs'] as const;
const titles = {
  '/api-keys': 'app.pages.apiKeys',
  '/print-size-config': 'app.pages.printSizes',
  '/package-prices': 'app.pages.packagePrices',
  '/audit-logs': 'app.pages.auditLogs',
};

export const SettingsLinks = () => {
  const translate = useTranslate();
  return (
    <Stack
      component="nav"
      direction="row"
      aria-label={translate('settings.related')}
      sx={{ flexWrap: 'wrap', gap: 1, mb: 2 }}
    >
      {links.map(to => (
        <Button key={to} component={Link} to={to} variant="outlined" size="small">
          {translate(titles[to])}
        </Button>
      ))}
    </Stack>
  );
};
