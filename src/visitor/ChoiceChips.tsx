interface ChoiceChipsProps<K extends string> {
  legend: string;
  name: string;
  choices: Record<K, { label: string }>;
  chosen: string;
  onChoose: (key: K) => void;
}

/** One of a few choices, all in sight. */
export const ChoiceChips = <K extends string>({
  legend,
  name,
  choices,
  chosen,
  onChoose,
}: ChoiceChipsProps<K>) => (
  <fieldset className="entry">
    <legend>{legend}</legend>
    <div className="chips">
      {(Object.keys(choices) as K[]).map(key => (
        <label key={key} className="chip">
          <input
            type="radio"
            name={name}
            value={key}
            checked={chosen === key}
            onChange={() => onChoose(key)}
          />
          <span>{choices[key].label}</span>
        </label>
      ))}
    </div>
  </fieldset>
);
