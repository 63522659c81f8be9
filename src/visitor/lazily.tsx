import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { visitor } from '#i18n/zh/visitor.ts';
import { CloudOffIcon } from './icons.tsx';
import { Notice } from './Notice.tsx';

/**
 * A component whose code is loaded when it is first shown. Unlike React's `lazy`, a failure leaves the rest of the page
 * as it is and can be tried again.
 */
export const lazily = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  let known: ComponentType<P> | undefined;

  return function Lazy({ placeholder, ...props }: P & { placeholder: ReactNode }) {
    const [Loaded, setLoaded] = useState(() => known);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Loaded || failed) return;
      load().then(
        component => {
          known = component;
          setLoaded(() => component);
        },
        (error: unknown) => {
          console.error('part of the page not loaded', error);
          setFailed(true);
        },
      );
    }, [Loaded, failed]);

    if (Loaded) return <Loaded {...(props as unknown as P)} />;
    if (!failed) return placeholder;
    return (
      <Notice
        icon={<CloudOffIcon />}
        title={visitor.failed}
        urgent
        action={
          <button type="button" className="button" onClick={() => setFailed(false)}>
            {visitor.retry}
          </button>
        }
      />
    );
  };
};
