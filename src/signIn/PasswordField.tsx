import { type KeyboardEvent, useState } from 'react';
import { signIn as words } from '#i18n/zh/signIn.ts';

export const PasswordField = ({ error }: { error?: string | undefined }) => {
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const hints = [error && 'password-error', capsLock && 'caps-lock'].filter(Boolean).join(' ');
  return (
    <div className="sign-in-field">
      <label htmlFor="password">{words.password}</label>
      <div className="sign-in-password">
        <input
          id="password"
          name="password"
          type={visible ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={512}
          aria-invalid={Boolean(error)}
          aria-describedby={hints || undefined}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          className="sign-in-eye"
          aria-label={visible ? words.hidePassword : words.showPassword}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
            <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12Z" />
            <circle cx="12" cy="12" r="3" />
            {!visible && <path d="m4 4 16 16" />}
          </svg>
        </button>
      </div>
      {error && (
        <p id="password-error" className="sign-in-error">
          {error}
        </p>
      )}
      {capsLock && (
        <p id="caps-lock" className="sign-in-hint">
          {words.capsLock}
        </p>
      )}
    </div>
  );
};
