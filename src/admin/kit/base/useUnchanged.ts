import { useState } from 'react';
import { sameValue } from '#dataProvider/sameValue.ts';

/** The value as it was while another one says the same, so that what depends on it need not be rendered again. */
export const useUnchanged = <T>(value: T): T => {
  const [kept, keep] = useState(value);
  if (kept === value || sameValue(kept, value)) return kept;
  keep(value);
  return value;
};
