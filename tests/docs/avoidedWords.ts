/** Words for people that comments, titles of tests and Markdown do without: CONTRIBUTING.md, "Words". */
export const avoidedWords = [
  'somebody',
  'someone',
  'anybody',
  'anyone',
  'everybody',
  'everyone',
  'whoever',
  'he who',
  'deed',
  'deeds',
];
