import { useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import {
  EditContext,
  type RaRecord,
  useRecordContext,
  useResourceContext,
  useShowContext,
} from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { FloatingNotice } from '../base/FloatingNotice.tsx';
import { useDataProvider } from '../base/hooks.ts';
import { isBusy, type Pace, useLook, usePace } from '../base/useLook.ts';
import type { Conflict } from './ConflictDialog.tsx';

interface LiveRecordOptions {
  record: RaRecord | undefined;
  meta?: object | undefined;
  every: Pace;
  onAnswer: (seen: RaRecord) => void;
}

/** The record as looks find it; what they have found out before a newer one was read is passed over. */
const useLiveRecord = ({ record, meta, every, onAnswer }: LiveRecordOptions) => {
  const resource = useResourceContext() ?? '';
  const dataProvider = useDataProvider();
  const id = String(record?.id);
  const queryKey = [resource, 'getOne', { id, meta }];
  useLook<RaRecord>({
    queryKey,
    look: () =>
      dataProvider
        .getOne(resource, { id, meta: { ...meta, quiet: true } })
        .then(({ data }) => data),
    every: record?.['rev'] !== undefined && every,
    onAnswer: seen => Number(seen['rev']) >= Number(record?.['rev']) && onAnswer(seen),
  });
  return queryKey;
};

const isNewer = (newer: RaRecord | undefined, record: RaRecord | undefined): newer is RaRecord =>
  newer !== undefined && newer.id === record?.id && newer['rev'] > record?.['rev'];

const Bar = ({ onView }: { onView: () => void }) => (
  <FloatingNotice
    at="bottom"
    severity="info"
    text="form.newVersion.text"
    action="form.newVersion.view"
    onAction={onView}
  />
);

export interface LiveShowProps {
  /** How soon the record is looked at again, in place of the pace by the settings. */
  refetchInterval?: Pace | ((record: never) => Pace) | undefined;
  meta?: object | undefined;
}

/** Shows a newer version at once, or offers it under a dialog and amid typing. */
export const LiveShow = ({ refetchInterval, meta }: LiveShowProps) => {
  const { record, isPlaceholderData } = useShowContext<RaRecord>();
  const queryClient = useQueryClient();
  const pace = usePace();
  const [newer, setNewer] = useState<RaRecord>();
  const every =
    typeof refetchInterval === 'function'
      ? (record && refetchInterval(record as never)) || pace
      : (refetchInterval ?? pace);
  const queryKey = useLiveRecord({
    record,
    meta,
    every: !isPlaceholderData && every,
    onAnswer: seen => (isBusy('main') && isNewer(seen, record) ? setNewer(seen) : show(seen)),
  });
  const show = (seen: RaRecord) => queryClient.setQueryData(queryKey, seen);
  return isNewer(newer, record) && <Bar onView={() => show(newer)} />;
};

/** A form stays as it is: the newer version is shown when it is asked for, beside what was typed if there is something. */
export const LiveForm = ({ onConflict }: { onConflict: (conflict: Conflict) => void }) => {
  const edit = use(EditContext);
  const record = useRecordContext<RaRecord>();
  const { getValues, control } = useFormContext();
  const { isDirty } = useFormState({ control });
  const pace = usePace();
  const [newer, setNewer] = useState<RaRecord>();
  useLiveRecord({
    record,
    every: edit !== null && !edit.isPlaceholderData && pace,
    onAnswer: setNewer,
  });
  if (!record || !isNewer(newer, record)) return null;
  const view = () => {
    if (isDirty) onConflict({ base: record, mine: getValues(), theirs: newer });
    else void edit?.refetch?.();
  };
  return <Bar onView={view} />;
};
