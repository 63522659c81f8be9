import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { SIGNED_URL_SECONDS } from '#contract/constants.ts';
import { adminStorageActions, isOfUser, type StoredFile } from '#contract/file.ts';
import { systemSettings } from '../../../shared/settings.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import {
  ActionForm,
  ReasonInput,
  SubmitButton,
  UserNoteInput,
} from '../../kit/action/ActionForm.tsx';
import { deleteButton, type DeleteButtonProps } from '../../kit/action/DeleteButton.tsx';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { BooleanInput } from '../../kit/form/inputs.tsx';
import { ImageUsers } from './ImageUsers.tsx';

const { reason, userNote, forPerson } = adminStorageActions.removeUserImage.input.shape;

/** How long a picture that goes can come back, and how long it may still be seen. */
const effect = () => ({
  days: systemSettings().retention.trashDays,
  minutes: SIGNED_URL_SECONDS / 60,
});

const OwnImageDeleteButton = deleteButton<StoredFile>((t, { filePath }) => (
  <>
    <p style={{ marginTop: 0 }}>{t('effect', effect())}</p>
    <ImageUsers filePath={filePath} />
  </>
));

const UserImageRemoveButton = ({ variant, onDeleted }: DeleteButtonProps) => {
  const t = useTexts('resources.images.remove');
  const { invoke } = useDataProvider();
  const { name, filePath, userId } = useRecord<StoredFile>();
  return (
    <RecordButton
      right="images.write"
      variant={variant}
      icon={<DeleteIcon fontSize="small" />}
      action={t('action')}
      label={t('of', { name })}
      color="error"
      dialog={
        <ActionDialog texts="resources.images.remove" values={effect()}>
          <ActionForm
            // A trial has no user who reads it.
            fields={{ reason, userNote: userId ? reason : userNote, forPerson }}
            facts={t(userId ? 'facts' : 'factsOfTrial', effect())}
            run={({ forPerson: isWanted, ...input }) =>
              invoke('adminStorage', 'removeUserImage', {
                filePath,
                ...input,
                ...(isWanted && { forPerson: true }),
              })
            }
            {...(onDeleted && { onDone: onDeleted })}
            submit={<SubmitButton danger />}
          >
            <ReasonInput />
            {userId && <UserNoteInput isRequired />}
            {userId && <BooleanInput source="forPerson" helperText={t('forPersonHelp')} />}
          </ActionForm>
        </ActionDialog>
      }
    />
  );
};

/** A user's picture goes with a reason that the user reads. */
export const ImageDeleteButton = (props: DeleteButtonProps) =>
  isOfUser(useRecord<StoredFile>()) ? (
    <UserImageRemoveButton {...props} />
  ) : (
    <OwnImageDeleteButton {...props} />
  );
