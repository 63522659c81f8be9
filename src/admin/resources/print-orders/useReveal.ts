import { useState } from 'react';
import type { ActionOutput } from '#contract/index.ts';

export type RevealedAddress = ActionOutput<'adminPrintOrder', 'revealAddress'>;

/** A whole address stays only while its page is open, and only until the record changes. */
export const useReveal = (rev: number) => {
  const [seen, setSeen] = useState<{ rev: number; address: RevealedAddress } | null>(null);
  return {
    revealed: seen?.rev === rev ? seen.address : null,
    show: (address: RevealedAddress) => setSeen({ rev, address }),
    hide: () => setSeen(null),
  };
};
