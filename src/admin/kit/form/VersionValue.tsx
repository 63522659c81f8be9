import { Box } from '@mui/material';
import { createContext, type ReactNode, use } from 'react';
import { useTranslate } from 'react-admin';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { fenToYuan } from '../base/yuan.ts';
import { ReferenceNames } from '../field/NamesField.tsx';
import { Quiet } from '../field/valueFields.tsx';

/** Field → how its value reads. */
export type ValueRenderers = Record<string, (value: unknown) => ReactNode>;

/** What a form and a comparison need to know of an entity's fields. */
export interface FieldKinds {
  kind: string;
  about: { choices?: Readonly<Record<string, { label: string }>>; resource?: string };
}

const picture = (src: string, width: number, height: number) => (
  <SignedImage key={src} src={src} width={width} height={height} />
);

export const squarePicture = (value: unknown) => picture(String(value), 96, 96);

const readings: Record<string, (value: unknown, about: FieldKinds['about']) => ReactNode> = {
  choice: (value, { choices }) =>
    [value as string | string[]]
      .flat()
      .map(one => choices?.[one]?.label ?? one)
      .join('、'),
  money: value => `¥${fenToYuan(value as number)}`,
  picture: value =>
    Array.isArray(value) ? (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {(value as string[]).map(src => picture(src, 45, 60))}
      </Box>
    ) : (
      picture(String(value), 90, 120)
    ),
  reference: (value, { resource }) =>
    resource ? (
      <ReferenceNames ids={[value as string | string[]].flat()} reference={resource} />
    ) : (
      String(value)
    ),
};

/** How the values of an entity's fields read, by their kinds; what is not in it reads as it is. */
export const renderersOf = (fields: Readonly<Record<string, FieldKinds>>): ValueRenderers =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, about }]) => {
      const reading = readings[kind];
      return reading ? [[name, (value: unknown) => reading(value, about)]] : [];
    }),
  );

export const VersionContext = createContext<ValueRenderers>({});

/** One field of one version of a record, for people. */
export const VersionValue = ({ field, value }: { field: string; value: unknown }) => {
  const translate = useTranslate();
  const render = use(VersionContext)[field];
  const isEmpty =
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && !value.length);
  if (isEmpty) return <Quiet>{translate('form.conflict.empty')}</Quiet>;
  if (render) return <>{render(value)}</>;
  if (typeof value === 'boolean') return <>{translate(value ? 'list.yes' : 'list.no')}</>;
  if (typeof value === 'object')
    return (
      <Box component="pre" sx={{ m: 0, fontSize: '0.75rem', whiteSpace: 'pre-wrap' }}>
        {Array.isArray(value) && value.every(item => typeof item === 'string')
          ? value.join('、')
          : JSON.stringify(value, null, 2)}
      </Box>
    );
  return (
    <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{String(value as string)}</Box>
  );
};
