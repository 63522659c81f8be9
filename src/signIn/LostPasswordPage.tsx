import { useEffect, useRef } from 'react';
import { texts } from '#contract/constants.ts';
import { lostPassword as words } from '#i18n/zh/lostPassword.ts';
import { SIGN_IN } from '../addresses.ts';
import { PageLink, SignInCard } from './SignInCard.tsx';

/** Who can help. There is no form: nothing is sent, and nobody learns which accounts exist. */
export const LostPasswordPage = ({ onBack }: { onBack: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = texts.pageTitle(words.title);
    heading.current?.focus();
  }, []);
  return (
    <SignInCard>
      <h1 ref={heading} tabIndex={-1}>
        {words.title}
      </h1>
      <p>{words.intro}</p>
      {words.ways.map(({ title, text, command }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
          {command && <code>{command}</code>}
        </section>
      ))}
      <PageLink to={SIGN_IN} onGo={onBack}>
        {words.back}
      </PageLink>
    </SignInCard>
  );
};
