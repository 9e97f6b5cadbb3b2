/** How to reach people (web/src/support). */
export const messages = {
  title: 'Support',
  lead: 'Write to us by e-mail. A person at {company} answers.',
  about: 'Your question is about',
  loadRef: 'Load {ref}',
  write: 'Write an e-mail',
  copyAddress: 'Copy the address',
  copyRef: 'Copy the reference',
  address: 'E-mail',
  reference: 'Reference',
  subject: 'Question',
  subjectRef: 'Question about {ref}',
  say: 'What helps us',
  sayRef: 'The reference of what it is about. It stands on every load and every payment.',
  sayNever: 'Never e-mail card numbers, codes, passwords or photos of documents.',
  sayFrom: 'Write from the address of your account: {email}.',
  loads: 'Your last loads',
} as const
