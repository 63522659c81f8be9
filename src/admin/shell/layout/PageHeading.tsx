import { useCallback, useEffect, useState } from 'react';
import { TitlePortal } from 'react-admin';
import { texts } from '#contract/constants.ts';
import { Breadcrumb } from './Breadcrumb.tsx';

/**
 * Where react-admin's `<Title>` puts what a page says; the tab and the breadcrumb say the same. Apart from the layout,
 * which is not rendered anew for it.
 */
export const PageHeading = ({ hasBreadcrumb = false }: { hasBreadcrumb?: boolean }) => {
  const [heading, title] = useTitle();
  return (
    <>
      {hasBreadcrumb && <Breadcrumb title={title} />}
      <TitlePortal
        ref={heading}
        variant="h1"
        component="h1"
        sx={{ flex: 'none', minHeight: '1.5em', mt: { xs: 0, sm: 0.5 }, mb: 1.5 }}
      />
    </>
  );
};

/** The element that holds the page's title, and what it says by now; the tab says it too. */
const useTitle = () => {
  const [title, setTitle] = useState('');
  const heading = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const read = () => setTitle(element.textContent);
    read();
    const observer = new MutationObserver(read);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    document.title = title ? texts.pageTitle(title) : texts.defaultPageTitle;
  }, [title]);
  return [heading, title] as const;
};
