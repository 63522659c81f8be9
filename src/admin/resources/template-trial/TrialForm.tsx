import { Alert, Box, Button, ButtonBase, MenuItem, TextField, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useGetList } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { problemOfValue } from '#contract/inputProblem.ts';
import { keysSetBy, type Preset } from '#contract/preset.ts';
import type { Task } from '#contract/task.ts';
import type { Template } from '#contract/template.ts';
import type { TaskInputs } from '#contract/visitorTask.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { useRequestKey } from '../../../shared/requestKey.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { InputControl, untouchedValue, type VisitorValue } from '../visitor-control/parts.ts';
import { useBegun } from './useTrials.ts';

const NO_PRESET = 'none';

const isGiven = (value: VisitorValue | undefined): value is TaskInputs[string] =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

export interface TrialFormProps {
  template: RecordOf<Template>;
  presetId: string | undefined;
  /** Earlier ones, whose photos can be used again. */
  trials: readonly Task[];
  onStarted: (task: Task) => void;
}

/** What a visitor would fill in: a preset, and the inputs that it leaves open. */
export const TrialForm = ({ template, presetId, trials, onStarted }: TrialFormProps) => {
  const t = useTexts('resources.templates.trial');
  const headingId = useId();
  const { presets, areReading } = usePresets(template.id);
  const [chosen, setChosen] = useState(presetId);
  const [values, setValues] = useState<Record<string, VisitorValue>>({});
  const preset =
    chosen === NO_PRESET
      ? undefined
      : presets.find(({ id, isDefault }) => (chosen ? id === chosen : isDefault));
  const set = preset ? keysSetBy({ ...preset }, template.inputs) : [];
  const open = template.inputs.filter(({ key }) => !set.includes(key));
  const valueOf = (key: string) => {
    const input = open.find(one => one.key === key);
    return values[key] ?? (input && untouchedValue(input));
  };
  const { start, isPending, errors, refusal, refuse, forgive } = useStart(template, onStarted);

  const give = (key: string, value: VisitorValue) => {
    forgive(key);
    setValues({ ...values, [key]: value });
  };
  const run = () => {
    const given = open.flatMap(({ key }) => {
      const value = valueOf(key);
      return isGiven(value) ? [[key, value] as const] : [];
    });
    const wrong = open.flatMap(input => {
      const value = valueOf(input.key);
      const problem = isGiven(value) && problemOfValue(input, value);
      return problem ? [[`inputs.${input.key}`, problem]] : [];
    });
    if (wrong.length > 0) return refuse(Object.fromEntries(wrong) as Record<string, string>);
    start({ presetId: preset?.id, inputs: Object.fromEntries(given) });
  };
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ display: 'grid', gap: 2 }}>
      <Typography id={headingId} component="h3" variant="subtitle2">
        {t('inputs')}
      </Typography>
      {presets.length > 0 && (
        <TextField
          select
          margin="none"
          label={t('preset')}
          value={preset?.id ?? NO_PRESET}
          error={Boolean(errors['presetId'])}
          helperText={
            errors['presetId'] ?? (set.length > 0 && t('presetSets', { count: set.length }))
          }
          onChange={({ target }) => setChosen(target.value)}
        >
          <MenuItem value={NO_PRESET}>{t('noPreset')}</MenuItem>
          {presets.map(({ id, name, status, needsReview }) => (
            <MenuItem key={id} value={id} disabled={needsReview}>
              {needsReview
                ? t('presetReview', { name })
                : status === 'disabled'
                  ? t('presetDisabled', { name })
                  : name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {open.length === 0 && <Quiet>{t('nothing')}</Quiet>}
      {open.map(input => (
        <Box key={input.key}>
          <InputControl
            input={input}
            value={valueOf(input.key)}
            error={errors[`inputs.${input.key}`]}
            onChange={value => give(input.key, value)}
          />
          {input.type === 'image' && (
            <TrialPhotos
              label={input.label}
              trials={trials}
              template={template}
              value={String(valueOf(input.key) ?? '')}
              onChoose={filePath => give(input.key, filePath)}
            />
          )}
        </Box>
      ))}
      {refusal && <Alert severity="error">{refusal}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button variant="contained" disabled={areReading} loading={isPending} onClick={run}>
          {t('start')}
        </Button>
        <Quiet small>{t('free')}</Quiet>
      </Box>
    </Box>
  );
};

const usePresets = (templateId: string) => {
  const { data, isPending } = useGetList<RecordOf<Preset>>(
    'templates/presets',
    {
      filter: { templateId },
      sort: { field: 'sort', order: 'DESC' },
      pagination: { page: 1, perPage: MAX_PAGE_SIZE },
    },
    { onError: () => undefined },
  );
  return { presets: data ?? [], areReading: isPending };
};

interface Wish {
  presetId: string | undefined;
  inputs: TaskInputs;
}

/** Starts one trial for one click, however often it is sent. Refusals are shown beside the inputs, or below them. */
const useStart = (template: RecordOf<Template>, onStarted: (task: Task) => void) => {
  const { invoke } = useDataProvider();
  const begun = useBegun();
  const queryClient = useQueryClient();
  const { keyOf, answered } = useRequestKey();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: ({ presetId, inputs }: Wish) =>
      invoke('adminTemplate', 'runTrial', {
        templateId: template.id,
        rev: template.rev,
        ...(presetId && { presetId }),
        inputs,
        idemKey: keyOf({ presetId, inputs }),
      }),
    onMutate: () => {
      setErrors({});
      setRefusal('');
    },
    onSuccess: task => {
      answered();
      begun(task);
      onStarted(task);
    },
    onError: error => {
      const body = error instanceof ActionFailure ? error.body : undefined;
      if (body) answered();
      if (body?.code === codes.conflict)
        void queryClient.invalidateQueries({ queryKey: ['templates'] });
      const fieldErrors = body?.errors ?? {};
      const shown = template.inputs.map(({ key }) => `inputs.${key}`).concat('presetId');
      setErrors(fieldErrors);
      if (!Object.keys(fieldErrors).some(path => shown.includes(path))) setRefusal(error.message);
    },
  });
  const forgive = (key: string) => {
    const { [`inputs.${key}`]: _, ...others } = errors;
    setErrors(others);
  };
  return { start: mutate, isPending, errors, refusal, refuse: setErrors, forgive };
};

const MOST_SHOWN = 8;

interface TrialPhotosProps {
  label: string;
  template: RecordOf<Template>;
  trials: readonly Task[];
  value: string;
  onChoose: (filePath: string) => void;
}

/** Stored pictures that can be tried at once: those of earlier trials, the template's own, then the latest of the library. */
const TrialPhotos = ({ label, template, trials, value, onChoose }: TrialPhotosProps) => {
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
