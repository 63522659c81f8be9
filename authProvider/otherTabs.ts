/** What a tab sends to the browser's other tabs about the session they share through the cookie. */
export type SessionNews =
  | { signedOut: 'loggedOut' | 'expired' | 'passwordChanged' }
  | { signedIn: true };

export interface OtherTabs {
  notify(news: SessionNews): void;
  /** Listens until the returned function is called; one listener at a time. */
  hear(heard: (news: SessionNews) => void): () => void;
  close(): void;
}

const CHANNEL = 'admin-session';

/** Absent in old browsers, refused where storage is. */
const openChannel = () => {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return undefined;
  }
};

/**
 * One channel for sending and receiving, because a channel does not receive its own messages: with two, a tab would
 * follow its own sign-out and forget the address to return to. Without BroadcastChannel the other tabs notice when
 * they are looked at, or at their next call.
 */
export const openOtherTabs = (): OtherTabs => {
  const channel = openChannel();
  return {
    notify: news => channel?.postMessage(news),
    hear: heard => {
      if (channel) channel.onmessage = ({ data }: MessageEvent<SessionNews>) => heard(data);
      return () => {
        if (channel) channel.onmessage = null;
      };
    },
    close: () => channel?.close(),
  };
};
