import type { ReactNode } from 'react';
import './fields.css';

export interface CheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** A sentence that one agrees to. */
export const Check = ({ checked, onChange, children }: CheckProps) => (
  <label className="consent">
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    <span>{children}</span>
  </label>
);
