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

/** And in what people copy it with: what it is called, brackets, stops, a link, a whole message. */
export const pastedWithin = (number: string): string[] => [
  ...pastedForms(number),
  `订单号：${number}`,
  `tel:${number}`,
  `#${number}，`,
  `【${number}】`,
  `${number}。`,
  `“${number}”`,
  `（${number}）`,
  `${number}（微信同号）`,
  `https://example.com/admin/x/${number}?from=chat`,
  `您好，上周在你们这里买的东西到现在还没有收到，请帮忙查一下，号码是 ${number}，谢谢`,
  `您好，${'我等了很久，'.repeat(12)}号码：${number}`,
];
