const select = (input: HTMLInputElement | null) => {
  input?.focus();
  input?.select();
};

/** A text that the browser does not let the page copy, selected to be copied by hand. */
export const SelectedText = ({ text, name }: { text: string; name: string }) => (
  <input
    ref={select}
    readOnly
    translate="no"
    value={text}
    title={name}
    aria-label={name}
    className="selected-text"
    onClick={event => event.stopPropagation()}
  />
);
