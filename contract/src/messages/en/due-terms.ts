/** The page on which people accept a new version of the terms, and the lines that changed in it. */
export const messages = {
  title: 'Our terms have changed',
  first: 'Accept our terms',
  lead: 'Version {version} is in force since {day}. Until you accept it, you can’t change anything in your account. Your money and your cards stay as they are.',
  failed: 'We couldn’t load the terms',
  whole: 'Read the whole text',
  noChanges: 'Nothing changed in this text.',
  line: { added: 'Added', removed: 'Removed' },
  accept: 'Accept',
} as const
