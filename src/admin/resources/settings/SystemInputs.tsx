import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Alert, Box, InputAdornment } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconButtonWithTooltip, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { DEFAULT_IMAGE_STYLES } from '#contract/constants.ts';
import { moderationNeeds } from '#contract/legal.ts';
import { costText } from '../../../shared/costText.ts';
import { useSignedUrl } from '../../../shared/SignedUrlsProvider.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { inUnits } from '../../kit/base/typedKinds.ts';
import { Tile } from '../../kit/field/PictureTile.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { FormRow } from '../../kit/form/FormSection.tsx';
import {
  BooleanInput,
  CheckboxGroupInput,
  MoneyInput,
  NumberInput,
  TextInput,
} from '../../kit/form/inputs.tsx';
import { useRoles } from '../roles/parts.ts';
import { useStoredSettings } from './SettingsContext.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { SettingsTestButton } from './SettingsTestButton.tsx';
import { useLegalTexts } from './useLegalTexts.ts';

const megabytes = inUnits(1_048_576);
const seconds = inUnits(1_000);

/** The provider's coins of a day, and what they cost. */
const DailyCoinsInput = () => {
  const t = useTexts('settings');
  const [coins, price] = useWatch({ name: ['task.dailyCoins', 'task.coinPriceFen'] }) as number[];
  const cost = costText(coins ?? 0, price ?? 0);
  const help = t('help.dailyCoins');
  return (
    <NumberInput
      source="task.dailyCoins"
      helperText={coins && cost ? `${t('help.dailyCost', { cost })}${help}` : help}
    />
  );
};

export const SystemInputs = () => {
  const roles = useRoles();
  const t = useTexts('settings');
  const { invoke } = useDataProvider();
  return (
    <>
      <SettingsSection name="imageStyles">
        <ImageStyleInputs />
      </SettingsSection>
      <SettingsSection name="pictures">
        <NumberInput source="upload.maxBytes" kind={megabytes} helperText={t('help.maxBytes')} />
        <SettingsTestButton
          right="settings.write"
          label={t('test.storage')}
          run={() => invoke('adminSettings', 'testStorage', {})}
        />
      </SettingsSection>
      <SettingsSection name="task">
        <FormRow columns={3}>
          <NumberInput source="task.maxPerUser" />
          <NumberInput source="task.timeoutSec" />
          <NumberInput source="task.pollMs" kind={seconds} />
        </FormRow>
        <FormRow columns={3}>
          <NumberInput source="task.queueSec" helperText={t('help.queueSec')} />
          <NumberInput source="task.anonymousDaily" helperText={t('help.anonymousDaily')} />
          <NumberInput source="task.addressDaily" helperText={t('help.addressDaily')} />
        </FormRow>
        <FormRow columns={3}>
          <NumberInput source="task.paidShare" helperText={t('help.paidShare')} />
          <MoneyInput source="task.coinPriceFen" helperText={t('help.coinPrice')} />
          <DailyCoinsInput />
        </FormRow>
      </SettingsSection>
      <SettingsSection name="moderation">
        <ModerationWarning />
        <FormRow columns={3}>
          <BooleanInput source="moderation.images" helperText={t('help.moderation')} />
          <BooleanInput source="moderation.texts" helperText={t('help.moderation')} />
          <BooleanInput source="moderation.refuseDoubtful" helperText={t('help.refuseDoubtful')} />
        </FormRow>
        <FormRow columns={3}>
          <BooleanInput source="moderation.results" helperText={t('help.moderateResults')} />
          <NumberInput source="moderation.reviewHours" helperText={t('help.reviewHours')} />
          <NumberInput source="moderation.silentHours" helperText={t('help.silentHours')} />
        </FormRow>
        <FormRow>
          <TextInput source="moderation.imageBizType" helperText={t('help.bizType')} />
          <TextInput source="moderation.textBizType" helperText={t('help.bizType')} />
        </FormRow>
      </SettingsSection>
      <SettingsSection name="retention">
        <FormRow columns={3}>
          <NumberInput source="retention.userUploadDays" />
          <NumberInput source="retention.resultDays" />
          <NumberInput source="retention.trashDays" helperText={t('help.trashDays')} />
          <NumberInput source="retention.printPhotoDays" helperText={t('help.printPhotoDays')} />
          <NumberInput source="retention.pastAccountDays" helperText={t('help.pastAccountDays')} />
        </FormRow>
        <FormRow columns={3}>
          <NumberInput source="retention.orderYears" helperText={t('help.orderYears')} />
          <NumberInput source="retention.ledgerYears" />
          <NumberInput source="retention.feedbackYears" />
          <NumberInput source="retention.auditMonths" helperText={t('help.auditMonths')} />
          <NumberInput source="retention.userLogMonths" />
        </FormRow>
      </SettingsSection>
      <SettingsSection name="looks">
        <FormRow columns={3}>
          <NumberInput source="looks.everySec" helperText={t('help.looks')} />
        </FormRow>
      </SettingsSection>
      <SettingsSection name="secondFactor">
        <CheckboxGroupInput source="secondFactor.roles" choices={roles} optionText="name" />
      </SettingsSection>
      <SettingsSection name="vod">
        <FormRow columns={3}>
          <ApplicationInput />
          <TextInput source="vod.procedure" />
          <NumberInput source="vod.classId" />
        </FormRow>
        <SettingsTestButton
          right="images.write"
          label={t('test.vod')}
          run={() => invoke('vodService', 'testService', {})}
        />
      </SettingsSection>
    </>
  );
};

/** Any id can be typed; those of the account are offered. */
const ApplicationInput = () => {
  const t = useTexts('settings');
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: ['vodService', 'getApplications', {}],
    queryFn: () => invoke('vodService', 'getApplications', {}),
  });
  return (
    <>
      <TextInput
        source="vod.subAppId"
        helperText={t('help.subAppId')}
        slotProps={{ htmlInput: { list: 'applications' } }}
      />
      <datalist id="applications">
        {data?.list.map(({ id, name }) => (
          <option key={id} value={id} label={name} />
        ))}
      </datalist>
    </>
  );
};

/** The product's own styles always exist; others can be removed. */
const ImageStyleInputs = () => {
  const t = useTexts('settings');
  const { setValue } = useFormContext();
  const styles = useWatch({ name: 'imageStyles' }) as Record<string, string> | undefined;
  const stored = useStoredSettings().data['imageStyles'] as Record<string, string>;
  const picture = useSamplePicture();
  const remove = (style: string) => {
    const { [style]: _gone, ...rest } = styles ?? {};
    setValue('imageStyles', rest, { shouldDirty: true, shouldTouch: true });
  };
  return (
    <FormRow>
      {Object.keys({ ...DEFAULT_IMAGE_STYLES, ...styles }).map(style => {
        const label = t(`styles.${style}`, { _: style });
        const isOwn = Object.hasOwn(DEFAULT_IMAGE_STYLES, style);
        const removal = t('removeStyle', { name: style });
        const suffix = stored[style];
        return (
          <Box key={style} sx={{ '& .MuiFormControl-root': { width: 1 } }}>
            <TextInput
              source={`imageStyles.${style}`}
              label={label}
              helperText={isOwn ? t(`rules.${style}`) : style}
              slotProps={{
                input: {
                  endAdornment: !isOwn && (
                    <InputAdornment position="end">
                      <IconButtonWithTooltip
                        label={removal}
                        size="small"
                        onClick={() => remove(style)}
                        edge="end"
                      >
                        <DeleteIcon fontSize="small" />
                      </IconButtonWithTooltip>
                    </InputAdornment>
                  ),
                },
              }}
            />
            {picture && suffix && (
              <StyleSample key={suffix} picture={picture} name={label} suffix={suffix} />
            )}
          </Box>
        );
      })}
    </FormRow>
  );
};

/** The newest picture of a template; '' where there is none yet. */
const useSamplePicture = () => {
  const { invoke } = useDataProvider();
  const asked = {
    page: 1,
    pageSize: 1,
    filter: { scene: 'template' },
    sort: { field: 'createTime', order: 'desc' },
  } as const;
  const { data } = useQuery({
    queryKey: ['adminStorage', 'getImages', asked],
    queryFn: () => invoke('adminStorage', 'getImages', asked),
    enabled: useCan()('images.read'),
  });
  const [first] = data?.list ?? [];
  return first && 'filePath' in first ? first.filePath : '';
};

interface StyleSampleProps {
  /** A picture of ours. */
  picture: string;
  name: string;
  /** As stored. */
  suffix: string;
}

/**
 * The picture in this very style, at a signed address, with the size in which it arrives. Nothing else is shown in its
 * place.
 */
const StyleSample = ({ picture, name, suffix }: StyleSampleProps) => {
  const translate = useTranslate();
  const { url, failure } = useSignedUrl(picture + suffix, { autoRefresh: false });
  const [size, setSize] = useState('');
  const [isBroken, setBroken] = useState(false);
  const fails = isBroken || failure !== undefined;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1.5 }}>
      <Tile width={96} height={72} sx={{ borderRadius: 1 }}>
        {url && !fails && (
          <Box
            component="img"
            src={url}
            alt={translate('settings.sample.of', { name })}
            sx={{ width: 1, height: 1, objectFit: 'contain', display: 'block' }}
            onLoad={({ currentTarget }) =>
              setSize(`${currentTarget.naturalWidth} × ${currentTarget.naturalHeight}`)
            }
            onError={() => setBroken(true)}
          />
        )}
      </Tile>
      <Quiet small sx={fails ? { color: 'error.main' } : {}}>
        {fails ? translate('settings.sample.broken') : size}
      </Quiet>
    </Box>
  );
};

/** What visitors upload, write or are shown and nothing looks at, be it switched off or without keys. */
const ModerationWarning = () => {
  const t = useTexts('settings.legal');
  const { data } = useLegalTexts();
  const needs = Object.values<string>(moderationNeeds);
  const missing = data?.missing.filter(one => needs.includes(one)) ?? [];
  return missing.length > 0 ? (
    <Alert severity="error" variant="filled" sx={{ mb: 1 }}>
      {t('unmoderated', { missing: missing.join('、') })}
    </Alert>
  ) : null;
};
