/** Texts around the terms and the privacy notice; the server sends the documents themselves. */
export const messages = {
  since: 'In force since {day}',
  version: 'Version {version}',
  contents: 'On this page',
  failed: 'We couldn’t load this text',
} as const
