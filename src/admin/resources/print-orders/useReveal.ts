import { useState } from 'react';
import type { ActionOutput } from '#contract/index.ts';

export type RevealedAddress = ActionOutput<'adminPrintOrder', 'revealAddress'>;

/** The whole address is kept only while the page is open and the record unchanged. */
export const useReveal = (rev: number) => {
  const [seen, setSeen] = useState<{ rev: number; address: RevealedAddress } | null>(null);
  return {
    revealed: seen?.rev === rev ? seen.address : null,
    show: (address: RevealedAddress) => setSeen({ rev, address }),
    hide: () => setSeen(null),
  };
};
