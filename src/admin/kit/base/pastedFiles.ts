/** Buttons of a form are inputs too, and take no text. */
const textFields =
  'input:not([type=file], [type=checkbox], [type=radio]), textarea, [contenteditable]';

/**
 * The files of a paste that nobody has taken yet. Excel, Word and WeChat put a text and its picture on the clipboard: a
 * text field takes the text, a place for uploads the picture.
 */
export const pastedFiles = ({
  clipboardData,
  target,
  defaultPrevented,
}: ClipboardEvent): File[] => {
  const files = [...(clipboardData?.files ?? [])];
  const isText = target instanceof Element && target.closest(textFields) !== null;
  return defaultPrevented || (isText && clipboardData?.types.includes('text/plain')) ? [] : files;
};
