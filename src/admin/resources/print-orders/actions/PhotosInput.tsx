import CheckIcon from '@mui/icons-material/CheckCircle';
import { Box, ButtonBase, FormHelperText, FormLabel } from '@mui/material';
import { useId } from 'react';
import { useInput, useTranslate } from 'react-admin';
import { SignedImage } from '../../../../shared/SignedImage.tsx';
import { Quiet } from '../../../kit/field/valueFields.tsx';
import { sentenceOf } from '../../../kit/form/sentenceOf.ts';
import type { PrintRecord } from '../printOrder.ts';

export interface PhotosInputProps {
  label: string;
  /** Of the page's record, which is not the form's. */
  items: PrintRecord['items'];
  /** What has become of the photo at this place. */
  pastOf?: (at: number) => string[];
}

/** Which of a print order's photos; held as their places. */
export const PhotosInput = ({ label, items, pastOf = () => [] }: PhotosInputProps) => {
  const translate = useTranslate();
  const id = useId();
  const { field, fieldState } = useInput<number[]>({ source: 'itemIndexes' });
  const refusal = sentenceOf(fieldState.error);
  const chosen = (field.value as number[] | undefined) ?? [];
  const toggle = (at: number) =>
    field.onChange(
      chosen.includes(at) ? chosen.filter(other => other !== at) : [...chosen, at].sort(byPlace),
    );
  return (
    <Box role="group" aria-labelledby={id} sx={{ mb: 1.5 }}>
      <FormLabel id={id} sx={{ display: 'block', mb: 0.75, fontSize: '0.8125rem' }}>
        {translate(label)}
      </FormLabel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, maxHeight: 260, overflowY: 'auto' }}>
        {items.map(({ filePath, sizeSnap }, at) => {
          const on = chosen.includes(at);
          return (
            <ButtonBase
              key={at}
              role="checkbox"
              aria-checked={on}
              aria-label={translate('resources.print-orders.photo.choose', { n: at + 1 })}
              onClick={() => toggle(at)}
              sx={{
                position: 'relative',
                flexDirection: 'column',
                width: 76,
                p: 0.5,
                gap: 0.25,
                borderRadius: 1,
                border: 1,
                borderColor: on ? 'primary.main' : 'divider',
                boxShadow: theme => (on ? `0 0 0 1px ${theme.palette.primary.main}` : 'none'),
              }}
            >
              <SignedImage src={filePath} width={66} height={66} />
              <Quiet component="span" tiny>
                {at + 1} · {sizeSnap.name}
              </Quiet>
              {pastOf(at).map(text => (
                <Box
                  key={text}
                  component="span"
                  sx={{ fontSize: '0.6875rem', color: 'warning.main' }}
                >
                  {text}
                </Box>
              ))}
              {on && (
                <CheckIcon
                  color="primary"
                  sx={{
                    position: 'absolute',
                    top: 2,
                    right: 2,
                    fontSize: 20,
                    bgcolor: 'background.paper',
                    borderRadius: '50%',
                  }}
                />
              )}
            </ButtonBase>
          );
        })}
      </Box>
      {refusal && <FormHelperText error>{refusal}</FormHelperText>}
    </Box>
  );
};

const byPlace = (a: number, b: number) => a - b;
