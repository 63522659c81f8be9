import CheckIcon from '@mui/icons-material/CheckCircle';
import { Box, ButtonBase, FormHelperText, FormLabel } from '@mui/material';
import { useId } from 'react';
import { useInput, useTranslate } from 'react-admin';
import type { PrintOrder } from '#contract/printOrder.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { QtyInput } from '../../kit/form/QtyInput.tsx';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';

type Item = PrintOrder['items'][number];
const byPlace = (one: ChosenPhoto, other: ChosenPhoto) => one.itemIndex - other.itemIndex;

interface PhotosInputProps {
  label: string;
  /** Of the page's record, which is not the form's. */
  items: readonly Item[];
}

/** Which of a print order's photos; held as their places. */
export const PhotosInput = ({ label, items }: PhotosInputProps) => {
  const { field, fieldState } = useInput<number[]>({ source: 'itemIndexes' });
  const chosen = ((field.value as number[] | undefined) ?? []).map(at => ({
    itemIndex: at,
    qty: 1,
  }));
  return (
    <PhotoChoices
      label={label}
      items={items}
      chosen={chosen}
      onChange={photos => field.onChange(photos.map(({ itemIndex }) => itemIndex))}
      refusal={sentenceOf(fieldState.error)}
    />
  );
};

export interface ChosenPhoto {
  itemIndex: number;
  /** A text while what is typed is no number of them. */
  qty: number | string;
}

interface PhotoQtysInputProps extends PhotosInputProps {
  /** What has become of the photo at this place. */
  pastOf: (at: number) => string[];
}

/** Which of them, and how many of each: all that were ordered, or fewer. */
export const PhotoQtysInput = ({ label, items, pastOf }: PhotoQtysInputProps) => {
  const { field, fieldState } = useInput<ChosenPhoto[]>({ source: 'items' });
  return (
    <PhotoChoices
      label={label}
      items={items}
      chosen={(field.value as ChosenPhoto[] | undefined) ?? []}
      onChange={field.onChange}
      refusal={sentenceOf(fieldState.error)}
      pastOf={pastOf}
      hasQtys
    />
  );
};

interface PhotoChoicesProps extends PhotosInputProps {
  chosen: readonly ChosenPhoto[];
  onChange: (chosen: ChosenPhoto[]) => void;
  refusal: string | undefined;
  pastOf?: (at: number) => string[];
  hasQtys?: boolean;
}

const PhotoChoices = (props: PhotoChoicesProps) => {
  const { label, items, chosen, onChange, refusal, pastOf = () => [], hasQtys = false } = props;
  const translate = useTranslate();
  const id = useId();
  const choose = (itemIndex: number, qty: number | string) => {
    const others = chosen.filter(photo => photo.itemIndex !== itemIndex);
    onChange(qty !== 0 ? [...others, { itemIndex, qty }].sort(byPlace) : others);
  };
  return (
    <Box role="group" aria-labelledby={id} sx={{ mb: 1.5 }}>
      <FormLabel id={id} sx={{ display: 'block', mb: 0.75, fontSize: '0.8125rem' }}>
        {translate(label)}
      </FormLabel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, maxHeight: 260, overflowY: 'auto' }}>
        {items.map((item, at) => {
          const qty = chosen.find(({ itemIndex }) => itemIndex === at)?.qty ?? 0;
          return (
            <Box key={at} sx={{ display: 'grid', gap: 0.5, width: 'min-content', minWidth: 76 }}>
              <PhotoChoice
                item={item}
                at={at}
                past={pastOf(at)}
                isChosen={qty !== 0}
                onToggle={() => choose(at, qty !== 0 ? 0 : item.qty)}
              />
              {hasQtys && qty !== 0 && item.qty > 1 && (
                <QtyInput
                  label={translate('resources.print-orders.photo.qtyOf', { n: at + 1 })}
                  qty={qty}
                  most={item.qty}
                  onChoose={count => choose(at, count)}
                />
              )}
            </Box>
          );
        })}
      </Box>
      {refusal && <FormHelperText error>{refusal}</FormHelperText>}
    </Box>
  );
};

interface PhotoChoiceProps {
  item: Item;
  at: number;
  past: string[];
  isChosen: boolean;
  onToggle: () => void;
}

const PhotoChoice = ({ item, at, past, isChosen, onToggle }: PhotoChoiceProps) => {
  const t = useTexts('resources.print-orders.photo');
  return (
    <ButtonBase
      role="checkbox"
      aria-checked={isChosen}
      aria-label={t('choose', { n: at + 1 })}
      onClick={onToggle}
      sx={{
        position: 'relative',
        flexDirection: 'column',
        width: 1,
        p: 0.5,
        gap: 0.25,
        borderRadius: 1,
        border: 1,
        borderColor: isChosen ? 'primary.main' : 'divider',
        boxShadow: theme => (isChosen ? `0 0 0 1px ${theme.palette.primary.main}` : 'none'),
      }}
    >
      <SignedImage src={item.filePath} width={66} height={66} />
      <Quiet component="span" tiny>
        {at + 1} · {item.sizeSnap.name}
      </Quiet>
      {past.map(text => (
        <Box key={text} component="span" sx={{ fontSize: '0.6875rem', color: 'warning.main' }}>
          {text}
        </Box>
      ))}
      {isChosen && (
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
};
