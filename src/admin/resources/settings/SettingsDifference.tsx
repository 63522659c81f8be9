import { useNotify, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { SettingsAnswer } from '#contract/adminSettings.ts';
import { codes } from '#contract/envelope.ts';
import {
  clearedSecret,
  settingSecrets,
  type SettingType,
  settingTypes,
} from '#contract/settingFields.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { sameValue } from '#dataProvider/sameValue.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { draftKey, removeDraft } from '../../kit/form/drafts.ts';
import { VersionContext } from '../../kit/form/VersionValue.tsx';
import { ChangeList } from '../../kit/show/ChangeList.tsx';
import { patchOf, type SettingChange, valueAt } from './settingChanges.ts';
import { useSettingRenderers } from './useSettingRenderers.ts';

export interface SettingsFormProps {
  type: SettingType;
  settings: SettingsAnswer;
  /** Puts a newer version in place of the one shown. */
  keep: (settings: SettingsAnswer) => Promise<unknown>;
  save: (rev: number, patch: Record<string, unknown>) => Promise<SettingsAnswer>;
}

export interface SettingsDifferenceProps extends SettingsFormProps {
  changes: SettingChange[];
  onClose: () => void;
}

/** Shows the changes before they are saved; inside the form, so that sentences of the server reach its inputs. */
export const SettingsDifference = (props: SettingsDifferenceProps) => {
  const { type, settings, changes, save, keep, onClose } = props;
  const { setError, setValue } = useFormContext();
  const translate = useTranslate();
  const notify = useNotify();
  const renderers = useSettingRenderers();
  const secrets = settingSecrets[type];
  const secretChange = (to: unknown) =>
    clearedSecret.safeParse(to).success ? 'settings.clearedSecret' : 'settings.newSecret';
  const shown = changes.map(({ path, from, to }) => ({
    path,
    from,
    to: secrets.includes(path) ? translate(secretChange(to)) : to,
  }));

  /** The changes that an attempt whose answer was lost has stored already; unknown for secrets. */
  const isStored = (current: SettingsAnswer) =>
    changes.every(
      ({ path, to }) => !secrets.includes(path) && sameValue(valueAt(current.data, path), to),
    );

  const stored = async (answer: SettingsAnswer) => {
    await keep(answer);
    removeDraft(draftKey('settings', type));
    notify('form.saved', { type: 'success' });
  };

  /** The stored version becomes the new base; the input is kept for another review. */
  const takeOver = async (current: SettingsAnswer) => {
    await keep(current);
    setTimeout(() => changes.forEach(({ path, to }) => setValue(path, to, { shouldDirty: true })));
    notify('settings.conflict', {
      type: 'warning',
      messageArgs: { name: current.updateBy?.name ?? translate('form.conflict.someone') },
    });
  };

  return (
    <ActionDialog
      maxWidth="md"
      title={translate('settings.difference', { type: settingTypes[type].label })}
      onClose={onClose}
    >
      <ActionForm
        facts={
          <VersionContext value={renderers}>
            <ChangeList changes={shown} resource="settings" />
          </VersionContext>
        }
        run={async () => {
          try {
            await stored(await save(settings.rev, patchOf(changes)));
          } catch (error) {
            const { body } = error as Partial<ActionFailure>;
            if (body?.code === codes.conflict && body.current) {
              const current = body.current as SettingsAnswer;
              return isStored(current) ? stored(current) : takeOver(current);
            }
            if (!body?.errors) throw error;
            // Beside the inputs, which the dialog covers.
            for (const [path, message] of Object.entries(body.errors))
              setError(path.replace(/^data\./, ''), { message });
            notify(body.message, { type: 'error' });
          }
          return undefined;
        }}
        submit={<SubmitButton label={translate('form.save')} />}
      />
    </ActionDialog>
  );
};
