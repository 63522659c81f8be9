import { TextField } from '@mui/material';
import { useState } from 'react';
import { FieldTitle, useInput, useResourceContext, useTranslate } from 'react-admin';
import { jsonIn, replaceInexact } from '#contract/typedNumber.ts';
import { useHelp } from './inputs.tsx';
import { sentenceOf } from './sentenceOf.ts';

const EMPTY = '{}';

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? {}, null, 2);

/** The first number that would be another one once it is read, with its line. */
const inexactIn = (text: string) => {
  const found: { number: string; line: number }[] = [];
  replaceInexact(text, (number, at) => {
    found.push({ number, line: text.slice(0, at).split('\n').length });
    return number;
  });
  return found[0];
};

/** Invalid text stays text, which the contract refuses; so an incomplete value is neither lost nor saved. */
const toValue = (text: string): unknown => {
  if (inexactIn(text)) return text;
  try {
    return jsonIn(text.trim() || EMPTY);
  } catch {
    return text;
  }
};

/** An object of settings, edited as JSON; formatted on blur. */
export const JsonInput = ({ source }: { source: string }) => {
  const translate = useTranslate();
  const resource = useResourceContext();
  const help = useHelp(source);
  const { id, field, fieldState } = useInput({ source });
  const [text, setText] = useState(() => toText(field.value));
  const [known, setKnown] = useState(() => JSON.stringify(field.value));

  // Changed from outside: a draft restored, changes given up, a merge.
  const now = JSON.stringify(field.value);
  if (now !== known) {
    setKnown(now);
    setText(toText(field.value));
  }

  const change = (next: string) => {
    const value = toValue(next);
    setText(next);
    setKnown(JSON.stringify(value));
    field.onChange(value);
  };
  const broken = typeof field.value === 'string';
  const inexact = broken ? inexactIn(text) : undefined;
  const problem = broken
    ? translate(inexact ? 'form.json.inexact' : 'form.json.broken', inexact)
    : sentenceOf(fieldState.error);
  return (
    <TextField
      id={id}
      inputRef={field.ref}
      name={field.name}
      label={<FieldTitle source={source} resource={resource} />}
      value={text}
      onChange={({ target }) => change(target.value)}
      onBlur={() => {
        if (!broken) setText(toText(toValue(text)));
        field.onBlur();
      }}
      multiline
      minRows={4}
      maxRows={16}
      fullWidth
      error={Boolean(problem)}
      helperText={problem ?? help}
      slotProps={{
        htmlInput: {
          spellCheck: false,
          autoCapitalize: 'off',
          style: { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: '0.8125rem' },
        },
      }}
    />
  );
};
