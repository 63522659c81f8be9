import { type EnabledStatus, enabledStatuses } from '#contract/category.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import type { ValueRenderers } from '../../kit/form/VersionValue.tsx';
import { ReferenceNames } from '../../kit/field/NamesField.tsx';

/** How a conflict shows a category's values. */
export const categoryRenderers: ValueRenderers = {
  coverImage: value => <SignedImage src={String(value)} width={96} height={96} />,
  status: value => enabledStatuses[value as EnabledStatus].label,
  parentId: value => <ReferenceNames ids={[value as string]} reference="categories" name="name" />,
};
