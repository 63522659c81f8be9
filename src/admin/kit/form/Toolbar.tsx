import { Box, Button, Paper, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { SaveButton, useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { saveKey } from '#dataProvider/dataProvider.ts';
import { isMac } from '../../../shared/isMac.ts';
import { useWaitingSaves } from '../base/WaitingSavesContext.ts';

/** Ctrl-S or ⌘-S anywhere on the page saves. */
const useSaveShortcut = (save: () => void) => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey)
        return;
      event.preventDefault();
      if (!event.repeat) save();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [save]);
};

/** react-admin's `Toolbar`, fixed at the foot of a form, with the number of unsaved changes; children are its buttons. */
export const Toolbar = ({ children }: { children?: ReactNode }) => {
  const translate = useTranslate();
  const bar = useRef<HTMLDivElement>(null);
  const { reset, control } = useFormContext();
  const { dirtyFields, isSubmitting } = useFormState({ control });
  const count = Object.keys(dirtyFields).length;
  const { waiting, cancel } = useWaitingSaves();
  const id = useRecordContext()?.id;
  const editing = id !== undefined;
  const key = saveKey(useResourceContext() ?? '', id);
  const isWaiting = isSubmitting && waiting.includes(key);

  useSaveShortcut(() => {
    // A dialog over the form has its own buttons.
    if (isSubmitting || (editing && count === 0) || document.querySelector('[role="dialog"]'))
      return;
    bar.current?.closest('form')?.requestSubmit();
  });

  return (
    <Paper
      ref={bar}
      sx={{
        position: 'sticky',
        bottom: { xs: 0, sm: 12 },
        zIndex: 3,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        mt: 2,
        mx: { xs: -2, sm: 0 },
        px: 2,
        py: 1.25,
        border: 1,
        borderColor: 'divider',
        borderRadius: { xs: 0, sm: 1 },
        boxShadow: count > 0 ? '0 4px 16px rgba(0, 0, 0, 0.08)' : 'none',
      }}
    >
      <Typography
        variant="body2"
        role="status"
        sx={{
          flex: 1,
          minWidth: 0,
          color: count > 0 ? 'text.primary' : 'text.secondary',
          // A phone has no such keys.
          visibility: { xs: count > 0 || editing ? 'visible' : 'hidden', sm: 'visible' },
        }}
      >
        {isWaiting
          ? translate('form.waiting')
          : count > 0
            ? translate(editing ? 'form.unsaved' : 'form.notCreated', { count })
            : translate(editing ? 'form.allSaved' : 'form.shortcut', {
                keys: isMac() ? '⌘ S' : 'Ctrl + S',
              })}
      </Typography>
      {isWaiting && <Button onClick={() => cancel(key)}>{translate('form.cancelWaiting')}</Button>}
      {count > 0 && !isWaiting && (
        <Button
          disabled={isSubmitting}
          onClick={() => {
            if (window.confirm(translate('form.confirmDiscard', { count }))) reset();
          }}
        >
          {translate('form.discard')}
        </Button>
      )}
      {children ?? (
        <SaveButton
          label={editing ? 'form.save' : 'form.create'}
          alwaysEnable={!editing && !isSubmitting}
          icon={<Box />}
          sx={{ minWidth: { xs: 112, sm: 88 }, minHeight: { xs: 44, sm: 36 } }}
        />
      )}
    </Paper>
  );
};
