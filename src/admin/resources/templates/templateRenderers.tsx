import { type TemplateEngine, templateEngines } from '#contract/template.ts';
import { fenToYuan } from '../../form/yuan.ts';
import type { ValueRenderers } from '../../form/VersionValue.tsx';
import { ReferenceNames } from '../../list/NamesField.tsx';
import { SignedImage } from '../../../shared/SignedImage.tsx';

const picture = (value: unknown) => <SignedImage src={String(value)} width={90} height={120} />;

/** How a conflict shows a template's values. */
export const templateRenderers: ValueRenderers = {
  coverImage: picture,
  beforeImage: picture,
  afterImage: picture,
  engine: value => templateEngines[value as TemplateEngine].label,
  priceFen: value => `¥${fenToYuan(value as number)}`,
  categoryIds: value => (
    <ReferenceNames ids={value as string[]} reference="categories" name="name" />
  ),
  keywordIds: value => <ReferenceNames ids={value as string[]} reference="keywords" name="word" />,
};
