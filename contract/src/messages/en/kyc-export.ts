/** Labels in the CSV file of identity checks. */
export const messages = {
  fileName: 'identity-checks',
  columns: {
    reference: 'Reference',
    name: 'Name',
    email: 'E-mail',
    company: 'Company',
    status: 'Status',
    reason: 'Reason',
    attemptsUsed: 'Attempts used',
    attemptLimit: 'Attempts allowed',
    loadsPaused: 'Loads paused',
    changed: 'Changed (UTC)',
  },
  yes: 'Yes',
  no: 'No',
} as const
