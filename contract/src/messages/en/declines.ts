/**
 * Why a payment was declined, by the text key of the reason (contract, `declines.ts`); the recommended action
 * follows.
 */
export const messages = {
  insufficientFunds: 'You had {available}, {missing} less than the payment.',
  insufficientFundsNow: 'You had {available} then. You have enough now: try again.',
  cardPaused: 'The card was paused.',
  cardBlocked: 'The card was blocked.',
  cardNotActivated: 'The card was not activated yet.',
  cardExpired: 'The card had expired.',
  cardClosed: 'The card is no longer in use.',
  merchantBlocked: 'This card can’t be used at this kind of shop.',
  wrongSecurityCode: 'The security code was wrong. Check it and try again.',
  wrongPin: 'The PIN was wrong. Check it and try again.',
  cashOff: 'Cash withdrawals are off for this card.',
  onlineOff: 'Online payments are off for this card.',
  overPaymentLimit: 'The amount was above the limit for one payment.',
  overDailyLimit: 'The amount was above what was left of the daily limit.',
  overMonthlyLimit: 'The amount was above what was left of the monthly limit.',
  suspectedFraud: 'The issuer stopped this payment because it looked like fraud.',
  other: 'The issuer declined this payment.',
  fixes: {
    load: 'Load what is missing',
    resume: 'Resume the card',
    activate: 'Activate the card',
    retry: 'Try again',
    other_shop: 'Pay with another card there',
    limits: 'Change the limits',
    support: 'Contact support',
  },
} as const
