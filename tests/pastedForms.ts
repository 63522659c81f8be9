const wide = (text: string) =>
  text.replace(/[!-~]/g, character => String.fromCodePoint(character.charCodeAt(0) + 0xfee0));

/** The same text as pasted from chats, sheets and forms: characters that nobody sees, full width, blanks around. */
export const pastedForms = (text: string): string[] => [
  text,
  `\u202d${text.slice(0, 3)}\u200b${text.slice(3)}\u202c`,
  `\u3000${text}\u00a0\ufeff`,
  wide(text),
];

/** And a number with the blanks and dashes that some print between its groups. */
export const pastedNumbers = (number: string): string[] => [
  ...pastedForms(number),
  `${number.slice(0, 4)} ${number.slice(4, -4)}-${number.slice(-4)}`,
];
