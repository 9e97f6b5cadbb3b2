/** Forms about a record that several people may change. */
export const messages = {
  save: 'Save changes',
  discard: 'Discard',
  saved: 'Saved',
  changes: '{count, plural, one {1 change not saved} other {# changes not saved}}',
  help: 'Someone else saved changes while you were editing. Choose which ones to keep, then save.',
  yours: 'Yours',
  theirs: 'Saved in the meantime',
  adopted: 'Also changed: {fields}.',
  empty: 'None',
} as const
