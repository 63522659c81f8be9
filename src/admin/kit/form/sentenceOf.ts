/**
 * The message of an input's error: react-admin wraps the sentences of a form's validation (`{message: {message}}`) and
 * leaves those of the server as they are; a list has an error for each item.
 */
export const sentenceOf = (error: unknown): string | undefined => {
  if (typeof error === 'string') return error || undefined;
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error) return sentenceOf(error.message);
  for (const [place, item] of Object.entries(error)) {
    const sentence = place === 'ref' ? undefined : sentenceOf(item);
    if (sentence) return sentence;
  }
  return undefined;
};
