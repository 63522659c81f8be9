/** What one tab tells the browser's others about the session they share through the cookie. */
export interface SessionNews {
  signedOut: 'loggedOut' | 'expired' | 'passwordChanged';
}

export interface OtherTabs {
  tell(news: SessionNews): void;
  /** Until the returned function is called; one listener at a time. */
  hear(heard: (news: SessionNews) => void): () => void;
  close(): void;
}

const CHANNEL = 'admin-session';

/**
 * One channel tells and hears, for a channel is spared only what it has said itself: a tab with two would follow
 * its own departure, and forget where it came from. Without BroadcastChannel the other tabs notice at their next
 * call, when the server refuses it.
 */
export const openOtherTabs = (): OtherTabs => {
  const channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  return {
    tell: news => channel?.postMessage(news),
    hear: heard => {
      if (channel) channel.onmessage = ({ data }: MessageEvent<SessionNews>) => heard(data);
      return () => {
        if (channel) channel.onmessage = null;
      };
    },
    close: () => channel?.close(),
  };
};
