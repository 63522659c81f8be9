/** Keys, clicks and drops that mean something else than what would hear them; before anything else listens. */
export const ignoreStrayEvents = () => {
  // Of an input method, as the Enter that takes over what it suggests. Safari says so by the number alone.
  addEventListener(
    'keydown',
    event => {
      if (!event.isComposing && event.keyCode !== 229) return;
      event.stopPropagation();
      if (event.key === 'Enter') event.preventDefault();
    },
    true,
  );

  let clicked: Element | null = null;
  addEventListener(
    'click',
    event => {
      const target = event.target as Element;
      const layer = target.closest('.MuiModal-root, dialog');
      if (event.detail < 2) clicked = layer;
      // The second of a double click, where the first has opened or closed a dialog or a menu below the pointer.
      const isSecond = layer !== clicked;
      // What ends a selection opens no row, card, tile or link. A key ends none, and buttons are pressed all the same.
      const selection = event.detail > 0 && getSelection();
      const hasSelected =
        selection &&
        !selection.isCollapsed &&
        selection.containsNode(target, true) &&
        !target.closest('button, input, label');
      if (!isSecond && !hasSelected) return;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );

  // Files beside the place that takes them: the browser would leave the page to show them.
  for (const name of ['dragover', 'drop'] as const)
    addEventListener(name, event => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    });
};
