import { useState } from 'react';
import { equal } from '#dataProvider/sameValue.ts';

/** The value as it was while another one says the same, so that what depends on it need not be rendered again. */
export const useUnchanged = <T>(value: T): T => {
  const [kept, keep] = useState(value);
  if (kept === value || equal(kept, value)) return kept;
  keep(value);
  return value;
};
