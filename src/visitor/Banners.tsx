import { useSyncExternalStore } from 'react';
import { visitor } from '#i18n/zh/visitor.ts';
import { OpeningNotice } from '../shared/OpeningNotice.tsx';
import { useStorageRefused } from '../shared/safeStorage.ts';
import { useSystemSettings } from '../shared/settings.ts';

const subscribeToNetwork = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

export const Offline = () => {
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  return (
    <div role="status" className="banner" hidden={online}>
      {!online && visitor.offline}
    </div>
  );
};

/** Templates and works may still be looked at; the server refuses to make new ones. */
export const Closed = () => {
  const { maintenance, closed } = useSystemSettings().site;
  const shown = maintenance === null ? 'webClosed' : 'maintenance';
  return <OpeningNotice kind={shown} message={maintenance ?? closed} />;
};

/** What the browser does not keep, works among it, a visitor cannot find again. */
export const Forgetful = () => {
  const refused = useStorageRefused();
  return (
    <div role="status" className="banner" hidden={!refused}>
      {refused && visitor.nothingKept}
    </div>
  );
};
