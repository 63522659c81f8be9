import type { ComponentProps, MouseEvent } from 'react';
import { goTo } from './location.ts';

/** An ordinary link that changes the page without loading it anew. */
export const Link = ({ href, onClick, ...props }: ComponentProps<'a'> & { href: string }) => {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || elsewhere) return;
    event.preventDefault();
    goTo(href);
  };
  return <a href={href} onClick={follow} {...props} />;
};
