import DifferenceIcon from '@mui/icons-material/DifferenceOutlined';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { listPath } from '../../kit/base/listPath.ts';
import { ToolbarButton } from '../../kit/list/ToolbarButton.tsx';
import { DayRunDialog } from './DayRunDialog.tsx';

const t = (key: string) => `resources.reconciliation.${key}`;

/** From here to the differences of all days, and to a day that is not in the list. */
export const DayToolbar = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  return (
    <>
      <ToolbarButton
        icon={<DifferenceIcon fontSize="small" />}
        label={translate(t('allDifferences'))}
        onClick={() => void navigate(listPath('reconciliation/differences', { status: 'open' }))}
      />
      <ActionButton
        size="small"
        variant="contained"
        label={translate(t('run.action'))}
        sx={{ minHeight: { xs: 36, sm: 0 } }}
        dialog={close => <DayRunDialog onClose={close} />}
      />
    </>
  );
};
