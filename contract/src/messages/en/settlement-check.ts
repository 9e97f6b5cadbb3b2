/** How a partner checks the file of a settlement without the operator (web/src/settlements). */
export const messages = {
  title: 'Check a settlement without us',
  lead: 'With these files and Node, anyone recomputes a settlement to the cent and proves that it was paid as the file says. No login, no network and no other software of ours is needed.',
  failed: 'We couldn’t load this page',
  steps: 'How to check it',
  step: {
    files: {
      title: 'Download the files into one folder',
      help: 'The settlement as JSON, the checker and the public key.',
      settlement: 'The settlement is the button JSON above.',
    },
    run: {
      title: 'Run the checker',
      help: 'It is one file and needs Node 20 or later, nothing else.',
      command: 'node verify-settlement.mjs --key public-key.pem settlement-{ref}.jsonl',
      copy: 'Copy the command',
    },
    read: {
      title: 'Read the answer',
      help: 'It says <b>right</b> with the sums, or <b>FALSE</b> with the line and what is wrong in it.',
      key: 'Compare the fingerprint of the key with the one in your contract.',
    },
  },
  all: 'The key and the format',
  file: {
    checker: 'Checker',
    key: 'Public key',
    formatEn: 'Format, in English',
    formatEs: 'Format, in Spanish',
  },
  bytes: '{count} bytes',
  key: {
    title: 'The operator’s key',
    fingerprint: 'Fingerprint (sha256)',
    copy: 'Copy the fingerprint',
    id: 'Name of the key in blocks',
    since: 'Used since',
    notYet: 'Not used yet',
    former: 'Former keys',
    none: 'None: the key is never replaced',
  },
  files: 'Files',
  format: 'The format',
} as const
