/** What a tab tells the browser's other tabs about the session they share through the cookie. */
export interface SessionNews {
  signedOut: 'loggedOut' | 'expired' | 'passwordChanged';
}

export interface OtherTabs {
  tell(news: SessionNews): void;
  /** Listens until the returned function is called; one listener at a time. */
  hear(heard: (news: SessionNews) => void): () => void;
  close(): void;
}

const CHANNEL = 'admin-session';

/**
 * One channel for sending and receiving, because a channel does not receive its own messages: with two, a tab would
 * follow its own sign-out and forget the address to return to. Without BroadcastChannel the other tabs notice at their
 * next call.
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
