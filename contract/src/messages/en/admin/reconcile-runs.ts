/** Runs of the reconciliation: list and details. */
export const messages = {
  title: 'Runs of the reconciliation',
  fileName: 'reconciliation-runs',
  empty: { title: 'No runs yet', body: 'A run begins each night, and when an administrator starts one.' },
  fields: {
    status: 'State',
    startedAt: 'Started (UTC)',
    endedAt: 'Ended (UTC)',
    requestedByName: 'Started by',
    comparedFrom: 'Events from (UTC)',
    comparedUntil: 'Events until (UTC)',
    compared: 'Events compared',
    matched: 'Events that agree',
    healed: 'Booked from the issuer’s record',
    found: 'New differences',
    failure: 'Trouble',
  },
  values: {
    status: { reading: 'Reads the issuer', checking: 'Looks again', comparing: 'Compares', done: 'Done' },
    failure: { issuer_silent: 'The issuer did not answer' },
  },
  nightly: 'Every night',
  open: 'Open run',
  breaks: 'See its differences',
  one: 'Run of {time}',
  failed: 'We couldn’t load this run.',
}
