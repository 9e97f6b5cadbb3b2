/** What plans and types of cards have in common: their states, archive and deletion. */
export const messages = {
  state: { current: 'Current', announced: 'Announced', archived: 'Archived' },
  cancel: 'Cancel',
  archive: {
    action: 'Archive',
    title: 'Archive {name}?',
    lead: 'It cannot be chosen or requested any more. Cards that exist stay as they are. You can restore it.',
    done: '{name} is archived',
  },
  restore: { action: 'Restore', done: '{name} is restored' },
  delete: {
    action: 'Delete',
    title: 'Delete {name}?',
    lead: 'This cannot be undone. A record with related records is not deleted: archive it instead.',
    done: '{name} is deleted',
  },
} as const
