import { Box, Card } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { User } from '#contract/user.ts';
import { formatCount, formatShare } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { lastDay } from '../../../shared/time.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { failedTasks } from '../tasks/parts.ts';
import { rightsOfTabs, userPath, type UserTab } from '../user-link/parts.ts';

interface Figure {
  label: string;
  value: ReactNode;
  /** In small print below. */
  more?: string;
  /** The tab with what is behind it, and how it is filtered there. */
  tab: UserTab;
  filter?: Record<string, unknown>;
  warn?: boolean;
}

/** The figures support looks at first; each opens the list behind it. */
export const UserFigures = ({ tab }: { tab: UserTab }) => {
  const translate = useTranslate();
  const now = useNow();
  const user = useRecord<User>();
  const { credits, refundingCredits, stats, packageName, packageExpireTime: end } = user;
  const say = useTexts('resources.users.figures');
  const over = end !== null && end <= now;
  const figures: Figure[] = [
    {
      label: say('credits'),
      value: formatCount(credits.paid + credits.gift),
      more: [
        say('buckets', { paid: formatCount(credits.paid), gift: formatCount(credits.gift) }),
        ...(refundingCredits > 0
          ? [say('refunding', { count: formatCount(refundingCredits) })]
          : []),
      ].join(' · '),
      tab: 'credits',
    },
    {
      label: say('package'),
      value: packageName || translate('list.none'),
      ...(packageName && {
        more:
          end === null
            ? translate('resources.users.package.endless')
            : translate(`resources.users.package.${over ? 'ended' : 'until'}`, {
                day: lastDay(end),
              }),
      }),
      tab: 'logs',
      filter: { type: 'package' },
      warn: over,
    },
    {
      label: say('paid'),
      value: formatYuan(stats.paidFen),
      more:
        stats.refundFen > 0
          ? say('refunded', { amount: formatYuan(stats.refundFen) })
          : say('orders', { count: formatCount(stats.orderCount) }),
      tab: 'orders',
    },
    {
      label: say('tasks'),
      value: formatCount(stats.taskCount),
      more: say('prints', { count: formatCount(stats.printCount) }),
      tab: 'tasks',
    },
    {
      label: say('failures'),
      value: formatCount(stats.failCount),
      ...(stats.taskCount > 0 && {
        more: say('rate', { share: formatShare(stats.failCount, stats.taskCount) }),
      }),
      tab: 'tasks',
      filter: { status: failedTasks },
      warn: stats.failCount > 0,
    },
  ];
  return (
    <Box
      sx={{
        // On a phone the other tabs need the space.
        display: { xs: tab === 'overview' ? 'grid' : 'none', sm: 'grid' },
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: { xs: 'repeat(6, minmax(0, 1fr))', md: 'repeat(5, minmax(0, 1fr))' },
        '& > *': { gridColumn: { xs: 'span 2', md: 'auto' } },
        '& > :nth-of-type(-n + 2)': { gridColumn: { xs: 'span 3', md: 'auto' } },
      }}
    >
      {figures.map(figure => (
        <FigureCard key={figure.label} {...figure} />
      ))}
    </Box>
  );
};

const FigureCard = ({ label, value, more, tab, filter, warn = false }: Figure) => {
  const { id } = useRecord();
  const isLink = useCan()(rightsOfTabs[tab]);
  const to = userPath(id, tab) + (filter ? listPath('', filter).slice(1) : '');
  return (
    <Card
      {...(isLink && { component: Link, to })}
      sx={{
        display: 'block',
        px: { xs: 1.5, sm: 2 },
        py: { xs: 1, sm: 1.25 },
        color: 'inherit',
        textDecoration: 'none',
        ...(isLink && { '&:hover': { borderColor: 'text.disabled' } }),
      }}
    >
      <Quiet small>{label}</Quiet>
      <Box
        sx={{
          fontSize: { xs: '1.0625rem', sm: '1.25rem' },
          fontWeight: 600,
          lineHeight: 1.5,
          overflowWrap: 'anywhere',
        }}
      >
        {value}
      </Box>
      <Box
        sx={{ fontSize: '0.75rem', minHeight: 18, color: warn ? 'warning.main' : 'text.secondary' }}
      >
        {more}
      </Box>
    </Card>
  );
};
