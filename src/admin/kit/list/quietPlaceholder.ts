/** In filters the placeholder is the label: quiet, and still readable. */
export const quietPlaceholder = {
  '& input::placeholder': { color: 'text.secondary', opacity: 1 },
} as const;
