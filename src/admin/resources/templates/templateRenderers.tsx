import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import {
  type TemplateEngine,
  templateEngines,
  type TemplateStatus,
  templateStatuses,
} from '#contract/template.ts';
import { inputTypes, type TemplateInput } from '#contract/templateInput.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { exactTime } from '../../../shared/time.ts';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { fenToYuan } from '../../kit/base/yuan.ts';
import { ReferenceNames } from '../../kit/field/NamesField.tsx';
import type { ValueRenderers } from '../../kit/form/VersionValue.tsx';

const picture = (value: unknown) => <SignedImage src={String(value)} width={90} height={120} />;

const InputsValue = ({ inputs }: { inputs: TemplateInput[] }) => {
  const translate = useTranslate();
  const line = ({ key, label, type, required, default: start }: TemplateInput) => [
    `${label}（${key}）`,
    inputTypes[type].label,
    required && translate('resources.templates.inputs.required'),
    start != null && `${translate('resources.templates.inputs.default')} ${start}`,
  ];
  return (
    <Box component="ul" sx={{ m: 0, pl: 2 }}>
      {inputs.map(input => (
        <li key={input.key}>{line(input).filter(Boolean).join(' · ')}</li>
      ))}
    </Box>
  );
};

/** How conflicts and the history show a template's values. */
export const templateRenderers: ValueRenderers = {
  coverImage: picture,
  beforeImage: picture,
  afterImage: picture,
  sampleImages: value => (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {(value as string[]).map(src => (
        <SignedImage key={src} src={src} width={45} height={60} />
      ))}
    </Box>
  ),
  videoFileId: value => <VideoName fileId={String(value)} />,
  engine: value => templateEngines[value as TemplateEngine].label,
  status: value => templateStatuses[value as TemplateStatus]?.label ?? String(value),
  publishTime: value => exactTime(value as number),
  priceFen: value => `¥${fenToYuan(value as number)}`,
  inputs: value => <InputsValue inputs={value as TemplateInput[]} />,
  categoryIds: value => (
    <ReferenceNames ids={value as string[]} reference="categories" name="name" />
  ),
  keywordIds: value => <ReferenceNames ids={value as string[]} reference="keywords" name="word" />,
};

/** A video by the name of its file. */
const VideoName = ({ fileId }: { fileId: string }) => {
  const invoke = useInvoke();
  const { data } = useQuery({
    queryKey: ['videos', 'getVideoStatus', fileId],
    queryFn: () => invoke('vodService', 'getVideoStatus', { fileId }),
  });
  return <>{data?.name ?? fileId}</>;
};
