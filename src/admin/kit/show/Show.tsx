import { Box, Skeleton } from '@mui/material';
import { type PropsWithChildren, type ReactNode, use } from 'react';
import {
  ShowBase,
  ShowContext,
  type ShowProps as RaShowProps,
  Title,
  useShowContext,
} from 'react-admin';
import { isDamaged, isOnlyMark } from '#dataProvider/damaged.ts';
import { Beside, Stacked } from '../base/Beside.tsx';
import { usePhone, useRowOfPage } from '../base/hooks.ts';
import { LiveShow, type LiveShowProps } from '../form/NewVersion.tsx';
import { NextOfWaiting, type NextOfWaitingProps } from '../form/PrevNextButtons.tsx';
import { RecordHeader } from '../form/RecordHeader.tsx';
import { DamagedNotice, RecordFailed, RecordLoading } from '../form/RecordStates.tsx';

export interface ShowProps extends Pick<
  RaShowProps,
  'children' | 'disableAuthentication' | 'id' | 'queryOptions' | 'resource' | 'title'
> {
  /** Beside the parts, and first on a phone. */
  aside?: ReactNode;
  /** Below them instead, where there is no room beside them. */
  asideLast?: boolean;
  /** TanStack Query's, in place of the pace by the settings; false for a record that is not looked at again by itself. */
  refetchInterval?: LiveShowProps['refetchInterval'];
  /** What was done to the record, below the notice where it is damaged. */
  history?: ReactNode;
  /** Whose page this is. */
  header?: ReactNode;
  /** Whether a record waits: once an action has ended that, the next one of the list is opened. */
  waits?: (record: never) => boolean;
  /** In place of the header's actions: fixed at the bottom of a phone's screen. */
  phoneActions?: ReactNode;
}

/**
 * react-admin's `Show`: the page of a record that is read and acted upon rather than edited. It opens with the row that a
 * list has; `WholeRecord` keeps room for what is not in it.
 */
export const Show = ({
  refetchInterval,
  queryOptions,
  title,
  // The page around has asked already.
  disableAuthentication = true,
  id,
  resource,
  ...body
}: ShowProps) => {
  const row = useRowOfPage({ ...(id !== undefined && { id }), ...(resource && { resource }) });
  return (
    <ShowBase
      disableAuthentication={disableAuthentication}
      id={id}
      {...(resource && { resource })}
      queryOptions={{
        onError: () => undefined,
        placeholderData: row,
        ...queryOptions,
      }}
    >
      <ShowTitle title={title} />
      <LiveShow refetchInterval={refetchInterval} meta={queryOptions?.meta} />
      <ShowBody {...body} />
    </ShowBase>
  );
};

const ShowTitle = ({ title }: Pick<ShowProps, 'title'>) => {
  const { defaultTitle = '' } = useShowContext();
  return <Title title={title} defaultTitle={defaultTitle} preferenceKey={false} />;
};

const never = () => false;

const ShowBody = ({
  history,
  header = <RecordHeader />,
  aside,
  asideLast,
  waits = never,
  phoneActions,
  children,
}: ShowProps) => {
  const { record, error, refetch, isFetching, resource } = useShowContext();
  const isPhone = usePhone();
  if (!record || isOnlyMark(record)) {
    return error ? (
      <RecordFailed error={error} refetch={refetch} isFetching={isFetching} resource={resource} />
    ) : (
      <RecordLoading hasHead />
    );
  }
  if (isDamaged(record)) {
    return (
      <>
        <DamagedNotice record={record} editable={false} />
        {history}
      </>
    );
  }
  return (
    // What a part remembers is about its record.
    <NextOfWaiting key={record.id} waits={waits as NextOfWaitingProps['waits']}>
      {header}
      {aside ? (
        <Beside aside={aside} width={320} asideFirst={!asideLast}>
          <Stacked>{children}</Stacked>
        </Beside>
      ) : (
        <Stacked>{children}</Stacked>
      )}
      {isPhone && phoneActions && <PhoneActions>{phoneActions}</PhoneActions>}
    </NextOfWaiting>
  );
};

const PhoneActions = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      position: 'sticky',
      bottom: 0,
      zIndex: 3,
      mt: 2,
      mx: -2,
      px: 2,
      py: 1.25,
      display: 'flex',
      gap: 1,
      bgcolor: 'background.paper',
      borderTop: 1,
      borderColor: 'divider',
      // Without actions there is no bar.
      '&:empty': { display: 'none' },
      '& > *, & .MuiButton-root': { flex: 1, minHeight: 44 },
      '& > * > .MuiButton-root': { width: 1 },
    }}
  >
    {children}
  </Box>
);

/** Room for what a list's rows do not carry, until the record itself is there. */
export const WholeRecord = ({ children }: PropsWithChildren) =>
  use(ShowContext)?.isPlaceholderData ? <Skeleton variant="rounded" height={64} /> : children;
