import { createContext, type ReactNode, type RefObject, use, useEffect, useState } from 'react';
import { IMAGE_REFRESH_MS } from '#contract/constants.ts';
import type { GetOptions, SignedUrlFailure, SignedUrls } from './signedUrls.ts';
import { observeVisibility } from './visibility.ts';

const SignedUrlsContext = createContext<SignedUrls | null>(null);

/** One client for the whole application, so that pictures share calls. */
export const SignedUrlsProvider = ({
  client,
  children,
}: {
  client: SignedUrls;
  children: ReactNode;
}) => <SignedUrlsContext value={client}>{children}</SignedUrlsContext>;

export const useSignedUrls = (): SignedUrls => {
  const client = use(SignedUrlsContext);
  if (!client) throw new Error('SignedUrlsProvider is missing above a signed picture');
  return client;
};

export interface UseSignedUrlOptions {
  bypassCache?: boolean;
  retries?: number;
  /** Milliseconds; an address that expires earlier is renewed earlier. */
  refreshInterval?: number;
  autoRefresh?: boolean;
  /**
   * The element that shows the picture. Its address is requested at once, but returned only when it becomes visible, so
   * that nothing loads from an address that has expired meanwhile; it is renewed only while visible.
   */
  element?: RefObject<Element | null>;
}

export interface SignedUrlState {
  url?: string;
  failure?: SignedUrlFailure;
}

interface Held extends SignedUrlState {
  src: string;
}

/** The signed address of `src`, renewed before it expires. Nothing is requested for an empty `src`. */
export const useSignedUrl = (
  src: string,
  {
    bypassCache = false,
    retries = 0,
    refreshInterval = IMAGE_REFRESH_MS,
    autoRefresh = true,
    element,
  }: UseSignedUrlOptions = {},
): SignedUrlState => {
  const client = useSignedUrls();
  const [held, setHeld] = useState<Held>({ src });

  useEffect(() => {
    if (!src) return;
    let stopped = false;
    let visible = !element?.current;
    let handedOut = false;
    let asking = false;

    const handOut = (url: string) => {
      if (stopped || !visible) return;
      handedOut = true;
      setHeld(last => (last.src === src && last.url === url ? last : { src, url }));
    };
    const fail = (failure: SignedUrlFailure) => {
      if (!stopped) setHeld({ src, failure });
    };

    const ask = async (options?: GetOptions) => {
      asking = true;
      try {
        handOut(await client.get(src, options));
      } catch (failure) {
        fail(failure as SignedUrlFailure);
      } finally {
        asking = false;
      }
    };

    const watch = autoRefresh
      ? client.watch(src, { every: refreshInterval, visible, onRenewed: handOut })
      : undefined;
    void ask({ bypassCache, retries });

    const show = (nowVisible: boolean) => {
      visible = nowVisible;
      watch?.setVisible(visible);
      if (!visible || handedOut || asking) return;
      const live = client.peek(src);
      if (live) handOut(live);
      else void ask();
    };
    const stopObserving = element?.current && observeVisibility(element.current, show);

    return () => {
      stopped = true;
      watch?.stop();
      stopObserving?.();
    };
  }, [client, src, bypassCache, retries, refreshInterval, autoRefresh, element]);

  return held.src === src ? held : {};
};
