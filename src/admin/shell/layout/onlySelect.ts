import type { MouseEvent } from 'react';

/** A click that ends a selection has selected, and does nothing else: it opens no row, card, tile or link. */
export const onlySelect = (event: MouseEvent) => {
  const target = event.target as Element;
  const selection = getSelection();
  // A click made by a key ends none, and buttons are pressed whatever is selected beside them.
  if (event.detail === 0 || !selection || selection.isCollapsed) return;
  if (!selection.containsNode(target, true) || target.closest('button, input, label')) return;
  event.preventDefault();
  event.stopPropagation();
};
