/** Maps the issuer's response codes to the contract's decline reasons. */
const reasons: Readonly<Record<string, string>> = {
  '51': 'insufficient_funds',
  N7: 'incorrect_cvv',
  '55': 'incorrect_pin',
  '54': 'card_expired',
  '6P': 'card_expired',
  '46': 'card_closed',
  '59': 'suspected_fraud',
  R1: 'card_frozen',
  R4: 'card_not_activated',
  R6: 'daily_limit_exceeded',
  R7: 'transaction_limit_exceeded',
  R8: 'card_blocked',
  R13: 'monthly_limit_exceeded',
}

/** Why a payment was declined. `other` for an unknown code. */
export const declineReasonOfCode = (responseCode: string): string => reasons[responseCode] ?? 'other'
