import type { PublicInput } from '#contract/visitor.ts';

/** Pixels that the fields take, roughly, so that little moves when they come. */
const heights: Partial<Record<PublicInput['type'], number>> = {
  image: 178,
  images: 178,
  textarea: 128,
  slider: 64,
  switch: 44,
};
const USUAL_HEIGHT = 76;

export const MakingPlaceholder = ({ inputs }: { inputs: readonly PublicInput[] }) => (
  <div className="making-placeholder" aria-hidden="true">
    {inputs.map(({ key, type }) => (
      <span key={key} className="skeleton" style={{ height: heights[type] ?? USUAL_HEIGHT }} />
    ))}
  </div>
);
