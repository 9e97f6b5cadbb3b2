/** Around the terms and the privacy notice; the texts themselves come from the server. */
export const messages = {
  since: 'In force since {day}',
  version: 'Version {version}',
  contents: 'On this page',
  failed: 'We couldn’t load this text',
} as const
