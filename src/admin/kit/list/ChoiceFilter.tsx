import { MenuItem, TextField } from '@mui/material';
import { useResourceContext, useTranslate, useTranslateLabel } from 'react-admin';
import { useTexts } from '../base/hooks.ts';
import { Quiet } from '../field/valueFields.tsx';
import { useFilter } from './useFilter.ts';

export interface ChoiceFilterProps {
  source: string;
  /** Value → label. */
  choices: Record<string, { label: string }>;
  /** How a chosen value goes into the filter; flags and numbers are no text. */
  parse?: (value: string) => Chosen;
}

type Chosen = string | number | boolean | string[];

const isChosen = (value: unknown): value is Chosen =>
  ['boolean', 'number'].includes(typeof value) ||
  [value].flat().every(one => typeof one === 'string');

/** A filter with a handful of values. */
export const ChoiceFilter = ({ source, choices, parse = value => value }: ChoiceFilterProps) => {
  const translate = useTranslate();
  const label = String(useTranslateLabel()({ source }));
  const [value, setValue] = useFilter(source, isChosen);
  return (
    <TextField
      select
      margin="none"
      value={value === undefined ? '' : String(value)}
      onChange={({ target }) => setValue(target.value === '' ? undefined : parse(target.value))}
      sx={{ minWidth: { xs: 1, sm: 112 } }}
      slotProps={{
        select: {
          displayEmpty: true,
          SelectDisplayProps: { 'aria-label': label },
          renderValue: chosen =>
            chosen === '' ? (
              <Quiet component="span">{label}</Quiet>
            ) : (
              choices[String(chosen)]?.label
            ),
        },
      }}
    >
      <MenuItem value="">{translate('list.any')}</MenuItem>
      {Object.entries(choices).map(([id, choice]) => (
        <MenuItem key={id} value={id}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  );
};

export interface FlagFilterProps {
  source: string;
  /** The texts of the resource that say what is so, and what is not where one may ask for it. */
  yes: string;
  no?: string;
}

/** A filter with what has a mark, and what has not. */
export const FlagFilter = ({ source, yes, no }: FlagFilterProps) => {
  const t = useTexts(`resources.${useResourceContext()}`);
  return (
    <ChoiceFilter
      source={source}
      choices={{ true: { label: t(yes) }, ...(no && { false: { label: t(no) } }) }}
      parse={value => value === 'true'}
    />
  );
};
