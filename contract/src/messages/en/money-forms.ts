/** Shared by the forms for money, of administrators and of people: why an amount is refused, and when a price comes. */
export const messages = {
  priceAgain: 'The price is read again by itself.',
  limit: {
    below_minimum: '{amount} is below the minimum of {limit}. Left today: {left}.',
    over_maximum: '{amount} is above the maximum of {limit}. Left today: {left}.',
    over_daily: '{amount} is above what today’s limit leaves: {left}.',
  },
} as const
