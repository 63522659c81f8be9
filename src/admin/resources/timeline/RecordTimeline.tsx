import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { AdminRemark } from '#contract/remark.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PageLink, Quiet } from '../../kit/field/valueFields.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { RemarkInput } from '../../kit/show/RemarkInput.tsx';
import { WholeRecord } from '../../kit/show/Show.tsx';
import { Timeline, type TimelineEvent } from '../../kit/show/Timeline.tsx';
import { type AuditedRecord, useAuditEvents } from '../audit-logs/parts.ts';
import { SendMessageButton, useMessageEvents } from '../messages/parts.ts';

const kinds = ['steps', 'remarks', 'messages', 'audit'] as const;
type Kind = (typeof kinds)[number];

export interface RecordTimelineProps extends AuditedRecord {
  /** What happened to the record, from its own fields; left out where it keeps no history. */
  steps?: readonly TimelineEvent[];
  /** To the second, where steps are seconds apart. */
  exact?: boolean;
  /** What colleagues have written about it. */
  remarks?: readonly AdminRemark[];
  /** Keeps another remark. */
  addRemark?: (text: string) => Promise<unknown>;
  /** Whether messages to its user are among the events. */
  messages?: boolean;
}

const AUDITED = 20;
const MOST_MESSAGES = 20;

/** An action and what it did are stored within this time. */
const SAME_MS = 2_000;

/** The actions whose effect is not shown by another event. */
const besides = (audit: readonly TimelineEvent[], others: readonly TimelineEvent[]) =>
  audit.filter(
    ({ time, by }) =>
      !others.some(other => other.by === by && Math.abs(other.time - time) < SAME_MS),
  );

/** All that happened to the record around in one line of time: its steps, remarks, messages and administrators' actions. */
export const RecordTimeline = (props: RecordTimelineProps) => {
  const { steps, exact = false, remarks, addRemark, messages = false, kind } = props;
  const t = useTexts('form.timeline');
  const [shown, setShown] = useState<Kind | 'all'>('all');
  const audit = useAuditEvents({ kind }, AUDITED);
  const can = useCan();
  const mayReadMessages = messages && can('messages.read');
  const messageEvents = useMessageEvents(mayReadMessages ? MOST_MESSAGES : 0);
  const events: Record<Kind, readonly TimelineEvent[]> = {
    steps: steps ?? [],
    remarks: (remarks ?? []).map(({ time, by, text }) => ({
      time,
      by,
      title: t('remark'),
      note: <Box sx={{ whiteSpace: 'pre-wrap' }}>{text}</Box>,
    })),
    messages: messageEvents.events ?? [],
    audit: audit.events ?? [],
  };
  const others = [...events.steps, ...events.remarks, ...events.messages];
  const visible = shown === 'all' ? [...others, ...besides(events.audit, others)] : events[shown];
  const has = { steps, remarks, messages: mayReadMessages || undefined, audit };
  return (
    <Panel
      title={t('title')}
      action={
        <KindPicker
          kinds={kinds.filter(one => has[one] !== undefined)}
          shown={shown}
          onShow={setShown}
        />
      }
    >
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
        {addRemark && (shown === 'all' || shown === 'remarks') && (
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <RemarkInput add={addRemark} />
          </Box>
        )}
        {messages && (shown === 'all' || shown === 'messages') && <SendMessageButton />}
      </Box>
      <Box sx={{ mt: 1.5 }} aria-live="polite">
        {[audit, messageEvents].map(
          ({ error, refetch }, at) =>
            error && <LoadFailure key={at} text={error.message} onRetry={refetch} />,
        )}
        <WholeRecord>
          {visible.length === 0 ? (
            <Quiet small>{t('none')}</Quiet>
          ) : (
            <Timeline exact={exact} events={visible} />
          )}
        </WholeRecord>
      </Box>
      <All shown={shown} kind="messages" of={messageEvents} most={MOST_MESSAGES}>
        {t('allMessages', { count: messageEvents.total })}
      </All>
      <All shown={shown} kind="audit" of={audit} most={0}>
        {t('allAudit', { count: audit.total })}
      </All>
    </Panel>
  );
};

interface KindPickerProps {
  kinds: readonly Kind[];
  shown: Kind | 'all';
  onShow: (shown: Kind | 'all') => void;
}

const KindPicker = ({ kinds: offered, shown, onShow }: KindPickerProps) => {
  const t = useTexts('form.timeline');
  if (offered.length < 2) return null;
  return (
    <ToggleButtonGroup
      value={shown}
      onChange={(_event, next: Kind | 'all' | null) => next && onShow(next)}
      aria-label={t('shown')}
    >
      {(['all', ...offered] as const).map(one => (
        <ToggleButton key={one} value={one} sx={{ px: 1.25, py: 0.25 }}>
          {t(one)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};

interface AllProps {
  shown: Kind | 'all';
  kind: Kind;
  of: { total: number; all: string };
  /** Of more than these there is a link to all. */
  most: number;
  children: ReactNode;
}

/** Where all of one kind is listed. */
const All = ({ shown, kind, of: { total, all }, most, children }: AllProps) =>
  total > most && (shown === kind || shown === 'all') ? (
    <PageLink
      isOnlyWay
      to={all}
      sx={{ display: 'inline-block', mt: 1, mr: 2, fontSize: '0.8125rem' }}
    >
      {children}
    </PageLink>
  ) : null;
