import { type ReactNode, useState } from 'react';

/** A panel whose content is rendered, and so read, when it is unfolded. */
export const FoldedPanel = ({
  title,
  hint,
  children,
}: {
  title: string;
  hint: string;
  children: ReactNode;
}) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="panel">
      <button
        type="button"
        className="row-button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{title}</span>
        <span className="hint">{hint}</span>
      </button>
      {isOpen && children}
    </section>
  );
};
