import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { visibleLine } from '#contract/pasted.ts';
import { MAX_VIEW_NAME, type SavedView, savedViewActions } from '#contract/savedView.ts';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { ActionForm } from '../action/ActionForm.tsx';
import { useDataProvider } from '../base/hooks.ts';
import { BooleanInput, TextInput } from '../form/inputs.tsx';

const { name, shared } = savedViewActions.saveView.input.shape;

export interface SaveViewDialogProps {
  /** What the list shows. */
  shown: Pick<SavedView, 'resource' | 'view'>;
  /** The view of one's own that it is already. */
  current: SavedView | undefined;
  /** One's own names; one chosen again is replaced. */
  taken: readonly string[];
  onClose: () => void;
}

export const SaveViewDialog = ({ shown, current, taken, onClose }: SaveViewDialogProps) => {
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  return (
    <ActionDialog texts="savedViews.dialog" onClose={onClose}>
      <ActionForm
        fields={{ name, shared }}
        defaultValues={{ name: current?.name ?? '', shared: current?.shared ?? false }}
        run={asked =>
          invoke('adminAuth', 'saveView', { ...shown, name: asked.name, shared: asked.shared })
        }
      >
        <NameInput taken={taken} />
        <BooleanInput
          source="shared"
          label="savedViews.share"
          helperText={translate('savedViews.shareHint')}
        />
      </ActionForm>
    </ActionDialog>
  );
};

const NameInput = ({ taken }: Pick<SaveViewDialogProps, 'taken'>) => {
  const translate = useTranslate();
  const typed = visibleLine(String(useWatch({ name: 'name' }) ?? ''));
  return (
    <TextInput
      source="name"
      label="savedViews.name"
      autoFocus
      fullWidth
      helperText={translate(taken.includes(typed) ? 'savedViews.replaces' : 'savedViews.hint')}
      slotProps={{ htmlInput: { maxLength: MAX_VIEW_NAME } }}
    />
  );
};
