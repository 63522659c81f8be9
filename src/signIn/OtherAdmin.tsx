import { nameOfSignedIn } from '#authProvider/session.ts';
import { signIn as words } from '#i18n/zh/signIn.ts';
import { ReloadCard } from './ReloadCard.tsx';

/** Another administrator has signed in in another tab: nothing more is done here under either name. */
export const OtherAdmin = () => {
  const name = nameOfSignedIn();
  return (
    <ReloadCard
      title={name ? words.signedInHere(name) : words.otherAdmin}
      hint={words.otherAdminHint}
      action={words.otherAdminGoOn}
    />
  );
};
