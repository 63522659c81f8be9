import { Button } from '@mui/material';
import { useState } from 'react';
import { Confirm, useNotify } from 'react-admin';
import type { LocalApp } from '#contract/localApp.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { useRecord } from '../../kit/base/record.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { useSetField } from '../../kit/list/useSetField.ts';

/** Switches an app on, or off after a question. */
export const LocalAppStatusButton = ({ variant = 'text' }: { variant?: 'text' | 'outlined' }) => {
  const t = useTexts('resources.local-app-templates.switching');
  const notify = useNotify();
  const [setField, isPending] = useSetField();
  const [asking, setAsking] = useState(false);
  const record = useRecord<RecordOf<LocalApp>>();
  const { name } = record;
  const next = record.status === 'enabled' ? 'disabled' : 'enabled';
  const change = () => {
    setAsking(false);
    void setField(
      record,
      { field: 'status', value: next },
      {
        onSuccess: () => notify(t(`${next}Done`), { type: 'success', messageArgs: { name } }),
        onError: ({ message }) => notify(message, { type: 'error' }),
      },
    );
  };
  return (
    <>
      <Button
        size={variant === 'outlined' ? 'medium' : 'small'}
        variant={variant}
        loading={isPending}
        onClick={() => (next === 'disabled' ? setAsking(true) : change())}
        aria-label={t(`${next}Of`, { name })}
      >
        {t(next)}
      </Button>
      <Confirm
        isOpen={asking}
        title={t('confirm')}
        titleTranslateOptions={{ name }}
        content={t('confirmText')}
        confirm={t('disabled')}
        onConfirm={change}
        onClose={() => setAsking(false)}
      />
    </>
  );
};
