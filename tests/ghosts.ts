/** What `effects.test.ts` finds without an effect, and why it stays; `<kind>.<field>`, with the value of a filter. */
export const ghosts: Readonly<Record<string, string>> = {
  'apiKey.remark': 'read by administrators, in the list and on its page',
  'feedback.topic.minor': 'chosen by visitors, from all topics that are theirs',
  'feedback.topic.rights': 'chosen by visitors, from all topics that are theirs',
};
