import type { ReactNode } from 'react';
import {
  type RaRecord,
  useDataProvider,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { z } from '#contract/zod.ts';
import type { FormEntity } from '../form/RecordForm.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import { ActionForm, type ActionFormProps, SubmitButton } from './ActionForm.tsx';

type Values = Record<string, unknown>;

export interface RecordDialogProps extends Pick<
  ActionFormProps<z.ZodRawShape, unknown>,
  'facts' | 'validate'
> {
  entity: FormEntity;
  title: string;
  /** Rules in place of the entity's; only what they name is asked for. */
  rules?: z.ZodRawShape;
  /** What the inputs start from where that is neither the record's value nor the entity's default. */
  start?: Values;
  /** What is sent of the input. */
  sent?: (values: Values) => Values;
  /** What a change is measured by, in place of the record. */
  previous?: Values;
  /** Notification after success, and the words of the button. */
  done?: string;
  submit?: string;
  children: ReactNode;
}

/** Makes a record of the resource around, or changes the record around, in a dialog. */
export const RecordDialog = ({
  entity,
  title,
  rules = entity.inputs,
  start,
  sent = values => values,
  children,
  ...props
}: RecordDialogProps) => {
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<RaRecord>();
  const { previous: previousData = record } = props;
  const { done = record ? 'form.saved' : 'form.created' } = props;
  const { submit = translate(record ? 'form.save' : 'form.create') } = props;
  const stored =
    record && Object.fromEntries(Object.keys(entity.inputs).map(name => [name, record[name]]));
  return (
    <ActionDialog maxWidth="md" title={title}>
      <ActionForm
        fields={rules}
        defaultValues={{ ...(stored ?? entity.defaults), ...start }}
        facts={props.facts}
        {...(props.validate && { validate: props.validate })}
        run={(values: Values, idemKey) =>
          record
            ? dataProvider.update(resource, {
                id: record.id,
                data: { ...sent(values), rev: record['rev'] as unknown },
                previousData: previousData as RaRecord,
              })
            : dataProvider.create(resource, { data: sent(values), meta: { idemKey } })
        }
        done={done}
        submit={<SubmitButton label={submit} />}
      >
        {children}
      </ActionForm>
    </ActionDialog>
  );
};
