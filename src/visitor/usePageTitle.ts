import { useEffect } from 'react';
import { visitor } from '#i18n/zh/visitor.ts';
import { useSystemSettings } from '../shared/settings.ts';

/** The browser's title of a page: its name and the site's, or the site's alone. */
export const usePageTitle = (page = '') => {
  const { siteName } = useSystemSettings().site;
  useEffect(() => {
    document.title = page ? visitor.pageTitle(page, siteName) : siteName;
  }, [page, siteName]);
};
