/**
 * What a person can do about a declined payment. `load`: load the card · `resume`: end their own pause ·
 * `activate`: type the code from the package · `retry`: try again, because the cause is gone or was a typing
 * mistake · `other_shop`: this kind of shop is not served · `limits`: change their own limit · `support`:
 * only people can help.
 */
export const declineFixes = [
  'load',
  'resume',
  'activate',
  'retry',
  'other_shop',
  'limits',
  'support',
] as const
export type DeclineFix = (typeof declineFixes)[number]

/**
 * Reasons of the issuer for a decline, each with its text (`declines.<key>` of the catalogue) and the usual
 * fix. An unknown reason is shown as `other`.
 */
export const declineReasons = {
  insufficient_funds: { text: 'insufficientFunds', fix: 'load' },
  card_frozen: { text: 'cardPaused', fix: 'resume' },
  card_blocked: { text: 'cardBlocked', fix: 'support' },
  card_not_activated: { text: 'cardNotActivated', fix: 'activate' },
  card_expired: { text: 'cardExpired', fix: 'support' },
  card_closed: { text: 'cardClosed', fix: 'support' },
  merchant_blocked: { text: 'merchantBlocked', fix: 'other_shop' },
  incorrect_cvv: { text: 'wrongSecurityCode', fix: 'retry' },
  incorrect_pin: { text: 'wrongPin', fix: 'retry' },
  atm_disabled: { text: 'cashOff', fix: 'support' },
  online_disabled: { text: 'onlineOff', fix: 'support' },
  transaction_limit_exceeded: { text: 'overPaymentLimit', fix: 'limits' },
  daily_limit_exceeded: { text: 'overDailyLimit', fix: 'limits' },
  monthly_limit_exceeded: { text: 'overMonthlyLimit', fix: 'limits' },
  suspected_fraud: { text: 'suspectedFraud', fix: 'support' },
  other: { text: 'other', fix: 'support' },
} as const satisfies Record<string, { readonly text: string; readonly fix: DeclineFix }>

export type DeclineReason = keyof typeof declineReasons
export const declineReasonCodes = Object.keys(declineReasons) as DeclineReason[]

/** The decline reason of an issuer code; `other` for an unknown code. */
export const declineReasonOf = (code: string): DeclineReason =>
  Object.hasOwn(declineReasons, code) ? (code as DeclineReason) : 'other'
