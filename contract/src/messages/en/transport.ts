/** Messages of the web for calls that got no proper answer (product §8). */
export const messages = {
  sessionExpired: 'Session Expired!',
  validation: 'Validation Error:',
  unexpected: 'An unexpected error occurred.',
  tryAgain: 'An error occurred. Please try again.',
  network: 'Network error. Please try again later.',
} as const
