import { type EnabledStatus, enabledStatuses } from '#contract/category.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import type { ValueRenderers } from '../../kit/form/VersionValue.tsx';

/** How a conflict shows a preset's values. */
export const presetRenderers: ValueRenderers = {
  coverImage: value => <SignedImage src={String(value)} width={90} height={120} />,
  status: value => enabledStatuses[value as EnabledStatus].label,
};
