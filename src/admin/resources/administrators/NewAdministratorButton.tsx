import { useState } from 'react';
import { administratorActions } from '#contract/administrator.ts';
import type { ActionOutput } from '#contract/index.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { TextInput } from '../../kit/form/inputs.tsx';
import { CreateButton } from '../../kit/list/CreateButton.tsx';
import { nameOfAdministrator } from './administratorRecord.ts';
import { OneTimePasswordDialog } from './OneTimePasswordDialog.tsx';

const { username, nickName } = administratorActions.createAdministrator.input.shape;

export const NewAdministratorButton = () => {
  const t = useTexts('resources.administrators.create');
  const { invoke } = useDataProvider();
  const [made, setMade] = useState<ActionOutput<'adminAdministrator', 'createAdministrator'>>();
  return (
    <>
      <CreateButton
        label={t('action')}
        dialog={
          <ActionDialog texts="resources.administrators.create">
            <ActionForm
              fields={{ username, nickName }}
              defaultValues={{ username: '', nickName: '' }}
              run={(values, idemKey) =>
                invoke('adminAdministrator', 'createAdministrator', { ...values, idemKey })
              }
              onDone={setMade}
            >
              <TextInput source="username" isRequired autoFocus autoComplete="off" fullWidth />
              <TextInput source="nickName" isRequired autoComplete="off" fullWidth />
            </ActionForm>
          </ActionDialog>
        }
      />
      {made && (
        <OneTimePasswordDialog
          name={nameOfAdministrator(made)}
          password={made.oneTimePassword}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
};
