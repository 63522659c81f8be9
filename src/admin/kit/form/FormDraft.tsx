import RestoreIcon from '@mui/icons-material/RestoreOutlined';
import { Alert, Button } from '@mui/material';
import { useEffect, useState } from 'react';
import {
  useEvent,
  useNotify,
  useRecordContext,
  useResourceContext,
  useTranslate,
  useTranslateLabel,
} from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { equal } from '#dataProvider/sameValue.ts';
import { relativeTime } from '../../../shared/time.ts';
import { type Draft, readDraft, removeDraft, writeDraft } from './drafts.ts';

const PAUSE_MS = 500;

type Values = Record<string, unknown>;

/**
 * Stores unsaved input in the browser, and offers it again after a reload or a lost session; `fields` are those that
 * are stored, by default all.
 */
export const FormDraft = ({ draftKey, fields }: { draftKey: string; fields?: string[] }) => {
  const { subscribe, setValue, getValues, control } = useFormContext();
  const { dirtyFields, isSubmitting, defaultValues } = useFormState({ control });
  const record = useRecordContext();
  const rev = record?.['rev'] as number | undefined;
  const [offer, setOffer] = useState<Draft | null>(() => readDraft(draftKey));
  const notify = useNotify();

  const write = useEvent(() => {
    const changed = Object.keys(dirtyFields).filter(field => fields?.includes(field) ?? true);
    if (changed.length > 0) {
      writeDraft(draftKey, {
        ...(rev !== undefined && { rev }),
        values: pick(getValues(), changed),
        base: pick(defaultValues ?? {}, changed),
        time: Date.now(),
      });
    } else if (!offer) removeDraft(draftKey);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(write, PAUSE_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [subscribe, write]);
  useEffect(() => {
    // A save may end the session, and with it this page.
    if (isSubmitting) write();
  }, [isSubmitting, write]);

  if (!offer) return null;
  const restore = () => {
    for (const [field, value] of Object.entries(offer.values))
      setValue(field, value, { shouldDirty: true, shouldTouch: true });
    setOffer(null);
    notify('form.draft.restored', { type: 'info' });
  };
  const discard = () => {
    removeDraft(draftKey);
    setOffer(null);
  };
  const now = (record ?? getValues()) as Values;
  const moved =
    offer.rev === rev
      ? []
      : Object.keys(offer.values).filter(field => !equal(now[field], offer.base[field]));
  return <DraftOffer time={offer.time} moved={moved} onRestore={restore} onDiscard={discard} />;
};

interface DraftOfferProps {
  time: number;
  /** Fields changed by others since. */
  moved: string[];
  onRestore: () => void;
  onDiscard: () => void;
}

const DraftOffer = ({ time, moved, onRestore, onDiscard }: DraftOfferProps) => {
  const translate = useTranslate();
  const translateLabel = useTranslateLabel();
  const resource = useResourceContext();
  const [now] = useState(() => Date.now());
  const names = moved.map(source => String(translateLabel({ source, resource: resource ?? '' })));
  return (
    <Alert
      severity={moved.length > 0 ? 'warning' : 'info'}
      icon={<RestoreIcon fontSize="inherit" />}
      sx={{ mb: 2 }}
      action={
        <>
          <Button size="small" onClick={onDiscard}>
            {translate('form.draft.discard')}
          </Button>
          <Button size="small" variant="outlined" onClick={onRestore}>
            {translate('form.draft.restore')}
          </Button>
        </>
      }
    >
      {translate('form.draft.found', { when: relativeTime(time, now) })}
      {moved.length > 0 && <br />}
      {moved.length > 0 && translate('form.draft.moved', { fields: names.join('、') })}
    </Alert>
  );
};

const pick = (values: Values, keys: string[]) =>
  Object.fromEntries(keys.map(key => [key, values[key] ?? null]));
