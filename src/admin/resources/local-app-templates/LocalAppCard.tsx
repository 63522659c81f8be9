import { FormControlLabel } from '@mui/material';
import { useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { RecommendSwitch } from '../../kit/list/RecommendSwitch.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { LocalAppNameField } from './LocalAppNameField.tsx';
import { LocalAppStatusButton } from './LocalAppStatusButton.tsx';

/** A local app on a phone. */
export const LocalAppCard = () => {
  const translate = useTranslate();
  return (
    <RecordCard
      title={<LocalAppNameField size={44} />}
      status={<StatusField choices={enabledStatuses} />}
      facts={
        <FormControlLabel
          control={<RecommendSwitch />}
          label={translate('resources.local-app-templates.fields.isRecommend')}
          sx={{ minHeight: 44, ml: -0.5, color: 'text.primary' }}
        />
      }
      actions={<LocalAppStatusButton variant="outlined" />}
    />
  );
};
