/** A table of choices in the form of react-admin's inputs. */
export const choicesOf = (choices: Readonly<Record<string, { label: string }>>) =>
  Object.entries(choices).map(([id, { label }]) => ({ id, name: label }));
