import { Box, ButtonBase } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { Task } from '#contract/task.ts';
import type { Template } from '#contract/template.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';

const MOST_SHOWN = 8;

export interface TrialPhotosProps {
  label: string;
  template: RecordOf<Template>;
  trials: readonly Task[];
  value: string;
  onChoose: (filePath: string) => void;
}

/** Stored pictures that can be tried at once: those of earlier trials, the template's own, then the latest of the library. */
export const TrialPhotos = ({ label, template, trials, value, onChoose }: TrialPhotosProps) => {
  const t = useTexts('resources.templates.trial');
  const latest = useLatestPictures();
  const all = [
    ...trials.flatMap(({ inputs }) => inputs.map(({ filePath }) => filePath)),
    template.beforeImage,
    ...latest,
  ];
  const shown = [...new Set(all.filter(Boolean))].slice(0, MOST_SHOWN);
  if (shown.length === 0) return null;
  return (
    <Box role="group" aria-label={t('stored')} sx={{ mt: 1 }}>
      <Quiet tiny>{t('stored')}</Quiet>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 0.5 }}>
        {shown.map((filePath, at) => (
          <ButtonBase
            key={filePath}
            aria-label={t('storedOf', { at: at + 1, label })}
            aria-pressed={filePath === value}
            onClick={() => onChoose(filePath)}
            sx={{
              width: 44,
              height: 44,
              borderRadius: '6px',
              overflow: 'hidden',
              outline: filePath === value ? 2 : 1,
              outlineStyle: 'solid',
              outlineColor: ({ palette }) =>
                filePath === value ? palette.primary.main : palette.divider,
            }}
          >
            <SignedImage src={filePath} alt="" width="100%" height="100%" />
          </ButtonBase>
        ))}
      </Box>
    </Box>
  );
};

const useLatestPictures = (): string[] => {
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: ['trialPictures'],
    enabled: useCan()('images.read'),
    queryFn: async () => {
      const sort = { field: 'createTime' as const, order: 'desc' as const };
      const filter = { scene: 'template' as const };
      const { list } = await invoke('adminStorage', 'getImages', {
        page: 1,
        pageSize: MOST_SHOWN,
        sort,
        filter,
      });
      return list.flatMap(row => ('filePath' in row ? [row.filePath] : []));
    },
    staleTime: 60_000,
  });
  return data ?? [];
};
