/** Forms about a record that several people may change. */
export const messages = {
  save: 'Save changes',
  request: 'Send for approval',
  discard: 'Discard',
  saved: 'Saved',
  changes: '{count, plural, one {1 change not saved} other {# changes not saved}}',
  requests:
    '{count, plural, one {1 change for a second person to approve} other {# changes for a second person to approve}}',
  help: 'Someone else saved changes while you were editing. Choose which ones to keep, then save.',
  yours: 'Yours',
  theirs: 'Saved in the meantime',
  adopted: 'Also changed: {fields}.',
  empty: 'None',
} as const
