import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetOne } from 'react-admin';
import type { Approval } from '#contract/approval.ts';
import { daysInWords } from '#contract/memberDays.ts';
import type { OrderDetail } from '#contract/order.ts';
import { type Refund, refundStatuses } from '#contract/refund.ts';
import { approvalSummary } from '#contract/sentences/approvals.ts';
import type { Task } from '#contract/task.ts';
import type { User } from '#contract/user.ts';
import { formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { duration, exactMinute, exactTime } from '../../../shared/time.ts';
import { ZoomableImage } from '../../../shared/ZoomableImage.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { PageLink, Quiet, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { FactList } from '../../kit/show/Panel.tsx';
import { nameOfUser, userPath } from '../user-link/parts.ts';
import { SubjectField } from './ApprovalFields.tsx';

/** One record beside the request, as far as there is one and the role reads it. */
const useBeside = <R extends { _id: string }>(resource: string, id: string | undefined) => {
  const mayRead = useCan()({ resource, action: 'show' });
  const enabled = mayRead && Boolean(id);
  const { data, isPending } = useGetOne<RecordOf<R>>(
    resource,
    { id: id ?? '' },
    { enabled, staleTime: 10_000, onError: () => undefined, retry: false },
  );
  return { data, isPending: enabled && isPending };
};

/** What is to be refunded, and for whom: the order, its user and its picture. */
export const useAbout = () => {
  const { kind, subjectId, orderId } = useRecord<Approval>();
  const order = useBeside<OrderDetail>('orders', orderId);
  const userId = kind === 'credits' ? subjectId : order.data?.userId;
  const user = useBeside<User>('users', userId);
  const task = useBeside<Task>('tasks', order.data?.taskId);
  return {
    order: order.data,
    user: user.data,
    task: task.data,
    isPending: order.isPending || user.isPending || task.isPending,
  };
};

const signed = (count: number) =>
  count ? `${count > 0 ? '+' : ''}${formatCount(count)}` : undefined;

const wordsOfDays = (days: number) => (days > 0 ? daysInWords(days) : `-${daysInWords(-days)}`);

/** All that a decision rests on: what is asked for, whom and what it is about, and by when it has to be made. */
export const ApprovalFacts = () => {
  const t = useTexts('resources.approvals');
  const now = useNow();
  const record = useRecord<Approval>();
  const { order, user, task } = useAbout();
  const { status, decideTime, kind, expireTime } = record;
  const field = (name: keyof Approval) => t(`fields.${name}`);
  const left = expireTime > now && t('left', { time: duration(expireTime - now) });
  const pictures = [
    ...(order?.lines ?? []).map(({ filePath }) => filePath),
    ...(task?.inputs ?? []).map(({ filePath }) => filePath),
    ...(task?.outputs ?? []).map(({ filePath }) => filePath),
  ].filter(Boolean);
  return (
    <FactList
      facts={[
        [field('amount'), <strong key="a">{approvalSummary(record)}</strong>],
        [
          t('user'),
          kind === 'compensation' ? undefined : (
            <Person key="u" user={user} order={order} fallback={record.title} />
          ),
        ],
        [t('balance'), user && formatCount(user.credits.paid + user.credits.gift)],
        [t('spent'), user && t('spentOf', spentOf(user))],
        [
          t(kind === 'refund' ? 'order' : 'subject'),
          kind === 'credits' ? undefined : <SubjectField key="o" />,
        ],
        [t('bought'), order && <Bought key="b" order={order} />],
        [t('pictures'), pictures.length > 0 ? <Pictures key="p" paths={pictures} /> : undefined],
        [
          field('refundedFen'),
          kind === 'refund' ? (
            <Earlier
              key="r"
              sum={record.refundedFen}
              refunds={order?.refunds.filter(({ _id }) => _id !== record.subjectId) ?? []}
            />
          ) : undefined,
        ],
        [field('packageName'), record.packageName || undefined],
        [field('days'), record.days ? wordsOfDays(record.days) : undefined],
        [field('untilTime'), record.untilTime ? exactTime(record.untilTime) : undefined],
        [field('paidCredits'), signed(record.paidCredits)],
        [field('giftCredits'), signed(record.giftCredits)],
        [field('people'), record.people || undefined],
        [field('printNo'), record.printNo || undefined],
        [field('reason'), record.reason],
        [field('limit'), record.limit],
        [field('askedBy'), [record.askedBy, exactMinute(record.createTime)].join(' · ')],
        [
          t('deadline'),
          status === 'waiting'
            ? [exactMinute(expireTime), left].filter(Boolean).join(' · ')
            : undefined,
        ],
        [field('decidedBy'), record.decidedBy || undefined],
        [field('decideTime'), decideTime ? exactTime(decideTime) : undefined],
        [field('note'), record.note || undefined],
      ]}
    />
  );
};

const spentOf = ({ stats }: Pick<User, 'stats'>) => ({
  paid: formatYuan(stats.paidFen),
  refunded: formatYuan(stats.refundFen),
});

interface PersonProps {
  user: RecordOf<User> | undefined;
  order: RecordOf<OrderDetail> | undefined;
  fallback: string;
}

/** By name and the end of the phone; of whom the role does not read, as the order has it. */
const Person = ({ user, order, fallback }: PersonProps): ReactNode => {
  const t = useTexts('resources.approvals');
  const id = user?.id ?? order?.userId;
  const snap = user ?? order?.userSnap;
  const tail = user?.phoneTail || order?.userSnap.phoneTail;
  const name = snap && nameOfUser({ ...snap, openid: user?.openid ?? order?.openid ?? '' });
  return (
    <>
      {id ? <PageLink to={userPath(id)}>{name}</PageLink> : (name ?? fallback)}
      {tail && <Quiet component="span"> · {t('tail', { tail })}</Quiet>}
    </>
  );
};

const Bought = ({ order: { items, payFen, payTime } }: { order: RecordOf<OrderDetail> }) => (
  <>
    {items.map(({ name, qty }) => `${name} × ${qty}`).join('、')}
    <Quiet>
      {formatYuan(payFen)}
      {payTime && (
        <>
          {' · '}
          <Time instant={payTime} />
        </>
      )}
    </Quiet>
  </>
);

const SHOWN = 4;

const Pictures = ({ paths }: { paths: string[] }) => {
  const t = useTexts('resources.approvals');
  const all = [...new Set(paths)].map((src, at) => ({ src, name: t('picture', { n: at + 1 }) }));
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'center', gap: 0.75 }}>
      {all.slice(0, SHOWN).map(({ src, name }) => (
        <ZoomableImage key={src} src={src} alt={name} width={56} height={56} siblings={all} />
      ))}
      {all.length > SHOWN && <Quiet component="span">+{all.length - SHOWN}</Quiet>}
    </Box>
  );
};

/** The sum that the request was made with, and each of them as it stands. */
const Earlier = ({ sum, refunds }: { sum: number; refunds: Refund[] }) => (
  <>
    {formatYuan(sum)}
    {refunds.map(({ _id, amountFen, status, createTime }) => (
      <Quiet key={_id}>
        {formatYuan(amountFen)} · <StatusLabel {...refundStatuses[status]} /> ·{' '}
        <Time instant={createTime} />
      </Quiet>
    ))}
  </>
);
