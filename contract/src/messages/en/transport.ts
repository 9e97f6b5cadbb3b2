/** What the web says when a call fails before it could be answered well (product §8). */
export const messages = {
  sessionExpired: 'Session Expired!',
  validation: 'Validation Error:',
  unexpected: 'An unexpected error occurred.',
  tryAgain: 'An error occurred. Please try again.',
  network: 'Network error. Please try again later.',
} as const
