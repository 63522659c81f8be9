import { Alert, Box, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { compensationActions } from '#contract/compensation.ts';
import { formatCount } from '../../../shared/count.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { useSettled } from '../../kit/base/useSettled.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { FormSection } from '../../kit/form/FormSection.tsx';
import { wishOf } from './wish.ts';

export const previewKey = ['compensations', 'preview'];
const PAUSE_MS = 400;

const { input } = compensationActions.previewCompensation;

/** How many would be helped, and with how much together; what it has counted is sent along. */
export const CompensationPreview = () => {
  const t = useTexts('resources.compensations.preview');
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  const { setValue, control } = useFormContext();
  const typed = JSON.stringify(wishOf(useWatch({ control })));
  const settled = useSettled(typed, PAUSE_MS);
  const wish = input.safeParse(JSON.parse(settled)).data;
  const isReady =
    wish !== undefined &&
    (wish.what === 'retry' || Boolean(wish.amount)) &&
    (wish.target === 'users' || wish.tasks?.createTime?.from !== undefined);
  const { data, error, isFetching } = useQuery({
    queryKey: [...previewKey, settled],
    queryFn: () => invoke('adminCompensation', 'previewCompensation', wish!),
    enabled: isReady,
    gcTime: 0,
    retry: false,
  });
  const isKnown = isReady && typed === settled && !isFetching;
  const shown = isKnown && !error ? data : undefined;
  const fits = shown && shown.count > 0 && shown.count <= shown.most;
  useEffect(() => {
    setValue('expectCount', fits ? shown.count : null);
  }, [setValue, fits, shown]);

  const content = () => {
    if (!isReady) return <Quiet>{t('incomplete')}</Quiet>;
    if (error && isKnown) return <Alert severity="error">{translate(error.message)}</Alert>;
    if (!shown) return <Skeleton height={40} aria-label={t('waiting')} />;
    const { count, most, sum, names } = shown;
    if (count === 0) return <Alert severity="info">{t('none')}</Alert>;
    if (count > most)
      return <Alert severity="warning">{t('tooMany', { most: formatCount(most) })}</Alert>;
    return (
      <>
        <Box sx={{ fontWeight: 600 }}>
          {t(wish.what === 'retry' ? 'tasks' : 'users', { count: formatCount(count) })}
        </Box>
        <Box>{t(`sum.${wish.what}`, { sum: formatCount(sum) })}</Box>
        <Quiet small>{t('names', { names: names.join('、') })}</Quiet>
      </>
    );
  };
  return (
    <FormSection name="preview">
      <Box role="status">{content()}</Box>
    </FormSection>
  );
};
