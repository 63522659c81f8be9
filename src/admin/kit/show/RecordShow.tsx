import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { ShowBase, Title, useShowContext } from 'react-admin';
import { isDamaged, isOnlyMark } from '#dataProvider/damaged.ts';
import { Beside, Stacked } from '../base/Beside.tsx';
import { ExactAddress } from '../base/ExactAddress.tsx';
import { usePhone } from '../base/usePhone.ts';
import { DamagedNotice } from '../form/DamagedNotice.tsx';
import { RecordFailed } from '../form/RecordFailed.tsx';
import { RecordLoading } from '../form/RecordLoading.tsx';

export interface RecordShowProps {
  /** Beside the parts, and first on a phone. */
  aside?: ReactNode;
  /** Below them instead, where there is no room beside them. */
  asideLast?: boolean;
  /** How long until the record is read again, in milliseconds; false for never. A hidden page waits. */
  refetchInterval?: (record: never) => number | false;
  /** What was done to the record, below the notice where it is damaged. */
  history: ReactNode;
  /** `RecordHeader`. */
  header: ReactNode;
  /** The actions on a phone: fixed at the bottom of the screen. */
  phoneActions?: ReactNode;
  /** Addresses continue below its own. */
  hasTabs?: boolean;
  children: ReactNode;
}

/** The page of a record that is read and acted upon rather than edited. */
export const RecordShow = ({ refetchInterval, hasTabs = false, ...props }: RecordShowProps) => {
  const page = (
    <ShowBase
      queryOptions={{
        onError: () => undefined,
        ...(refetchInterval && {
          refetchInterval: ({ state }) =>
            state.data !== undefined && refetchInterval(state.data as never),
        }),
      }}
    >
      <ShowTitle />
      <ShowBody {...props} />
    </ShowBase>
  );
  return hasTabs ? page : <ExactAddress>{page}</ExactAddress>;
};

const ShowTitle = () => {
  const { defaultTitle = '' } = useShowContext();
  return <Title defaultTitle={defaultTitle} preferenceKey={false} />;
};

const ShowBody = ({
  history,
  header,
  aside,
  asideLast,
  phoneActions,
  children,
}: Omit<RecordShowProps, 'refetchInterval' | 'hasTabs'>) => {
  const { record, error, refetch, isFetching, resource } = useShowContext();
  const isPhone = usePhone();
  if (!record || isOnlyMark(record)) {
    return error ? (
      <RecordFailed error={error} refetch={refetch} isFetching={isFetching} resource={resource} />
    ) : (
      <RecordLoading />
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
    <>
      {header}
      {aside ? (
        <Beside aside={aside} width={320} asideFirst={!asideLast}>
          <Stacked>{children}</Stacked>
        </Beside>
      ) : (
        <Stacked>{children}</Stacked>
      )}
      {isPhone && phoneActions && <PhoneActions>{phoneActions}</PhoneActions>}
    </>
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
