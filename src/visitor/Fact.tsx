import type { ReactNode } from 'react';

export interface FactProps {
  name: string;
  className?: string;
  children: ReactNode;
}

/** A line of a description list. */
export const Fact = ({ name, className, children }: FactProps) => (
  <div className={className}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
