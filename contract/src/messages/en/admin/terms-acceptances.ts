/** Who accepted which version of the terms. */
export const messages = {
  title: 'Who accepted the terms',
  fileName: 'terms-acceptances',
  empty: {
    title: 'Nobody accepted them yet',
    body: 'People accept the version in force when they register.',
  },
  fields: {
    name: 'Person',
    companyName: 'Company',
    companyId: 'Company',
    version: 'Version',
    lang: 'Language',
    acceptedAt: 'Accepted (UTC)',
  },
  values: { lang: { en: 'English', es: 'Spanish' } },
  show: 'Open the user',
} as const
