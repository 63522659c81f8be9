import { type FormEvent, useId, useState } from 'react';
import { formatCode, isWellFormedCode, normaliseCode } from '#contract/codeText.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { failureMessage } from '../failureMessage.ts';
import { FailureText } from '../FailureText.tsx';
import '../fields.css';

export interface RedeemFormProps {
  invoke: Invoke;
  /** Also when it is not known whether the code was redeemed. */
  onRedeemed: () => void;
}

export const RedeemForm = ({ invoke, onRedeemed }: RedeemFormProps) => {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [done, setDone] = useState('');
  const [busy, setBusy] = useState(false);
  const id = useId();

  const redeem = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setDone('');
    const code = normaliseCode(typed);
    // A slip of the pen does not count as a try.
    if (!isWellFormedCode(code)) return setError(code ? words.codeMalformed : words.codeRequired);
    setError('');
    setBusy(true);
    try {
      const { credits, packageName } = await invoke('appUser', 'redeemCode', { code });
      setDone(words.redeemed(credits, packageName));
      setTyped('');
      onRedeemed();
    } catch (failure) {
      console.error('code not redeemed', failure);
      const message = failureMessage(failure);
      const isUnclear = failure instanceof PlatformFailure;
      setError(isUnclear ? words.redeemUnclear(message) : message);
      if (isUnclear) onRedeemed();
    }
    setBusy(false);
  };

  return (
    <section className="panel">
      <h2>{words.redeem}</h2>
      <form className="redeem field" onSubmit={event => void redeem(event)}>
        <input
          value={typed}
          maxLength={64}
          aria-label={words.code}
          placeholder={words.codePlaceholder}
          aria-invalid={error !== ''}
          aria-describedby={error ? id : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          onChange={({ target }) => {
            setTyped(target.value);
            setError('');
          }}
          onBlur={() => {
            const code = normaliseCode(typed);
            if (isWellFormedCode(code)) setTyped(formatCode(code));
          }}
        />
        <button type="submit" className="button button-accent" disabled={busy}>
          {busy ? words.redeeming : words.redeemAction}
        </button>
      </form>
      <FailureText id={id} message={error} />
      <p className="done" role="status">
        {done}
      </p>
    </section>
  );
};
