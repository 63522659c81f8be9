/** A table of the contract, as react-admin's inputs take choices. */
export const choicesOf = (choices: Readonly<Record<string, { label: string }>>) =>
  Object.entries(choices).map(([id, { label }]) => ({ id, name: label }));
