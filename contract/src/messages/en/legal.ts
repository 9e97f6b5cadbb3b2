/** Around the terms and the privacy notice; the texts themselves come from the server. */
export const messages = {
  since: 'In force since {day}',
  version: 'Version {version}',
  contents: 'On this page',
  failed: 'We couldn’t load this text',
  failedHelp: 'Check your connection and try again.',
  tryAgain: 'Try again',
} as const
