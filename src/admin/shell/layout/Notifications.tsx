import { useMemo } from 'react';
import {
  Notification,
  NotificationContext,
  type NotificationPayload,
  useNotificationContext,
} from 'react-admin';
import { FailureNotice } from './FailureNotice.tsx';

/** Long enough to copy the request number. */
const FAILURE_MS = 12_000;

/** react-admin's notifications, failures among them shown as `FailureNotice`. */
export const Notifications = () => {
  const context = useNotificationContext();
  const presented = useMemo(
    () => ({
      ...context,
      takeNotification: () => {
        const taken = context.takeNotification();
        return taken && present(taken);
      },
    }),
    [context],
  );
  return (
    <NotificationContext value={presented}>
      <Notification anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }} />
    </NotificationContext>
  );
};

const present = (payload: NotificationPayload): NotificationPayload => {
  const { type, message, notificationOptions: options = {} } = payload;
  if (typeof message !== 'string' || (type !== 'error' && type !== 'warning')) return payload;
  return {
    ...payload,
    message: <FailureNotice severity={type} message={message} args={options.messageArgs} />,
    notificationOptions: { ...options, autoHideDuration: options.autoHideDuration ?? FAILURE_MS },
  };
};
