import { instant, z } from './zod.ts';

export const signedUrl = z.object({
  /** The address that was sent. */
  src: z.string(),
  url: z.string(),
  /** End of the address; 0 for one that needs no signature. */
  expireTime: instant,
  /** The picture may be seen, but not yet in this style: `imageCopy` makes it. `url` is empty until then. */
  unmade: z.literal(true).optional(),
});

/** As administrators get it; `denied` where the role may not see the picture, with an empty `url`. */
export const signedForRole = signedUrl.extend({ denied: z.literal(true).optional() });
export type SignedForRole = z.output<typeof signedForRole>;
