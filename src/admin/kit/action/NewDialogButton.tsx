import AddIcon from '@mui/icons-material/Add';
import { ActionButton, type ActionButtonProps } from './ActionButton.tsx';

/** At the head of a list whose records are made in a dialog. */
export const NewDialogButton = (props: ActionButtonProps) => (
  <ActionButton variant="contained" size="small" startIcon={<AddIcon />} {...props} />
);
