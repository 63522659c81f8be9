/** What one tab tells the browser's others about the session they share through the cookie. */
export interface SessionNews {
  signedOut: 'loggedOut' | 'expired' | 'passwordChanged';
}

const CHANNEL = 'admin-session';

/** Without BroadcastChannel the other tabs notice at their next call, when the server refuses it. */
const open = () =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);

export const tellOtherTabs = (news: SessionNews) => {
  const channel = open();
  channel?.postMessage(news);
  channel?.close();
};

export const hearOtherTabs = (heard: (news: SessionNews) => void): (() => void) => {
  const channel = open();
  if (channel) channel.onmessage = ({ data }: MessageEvent<SessionNews>) => heard(data);
  return () => channel?.close();
};
