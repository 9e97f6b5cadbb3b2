/**
 * `ok`: accepted. `rejected`: never accepted. `unavailable`: nothing was accepted. `unknown`: the answer was
 * lost.
 */
export type SmsOutcome = 'ok' | 'rejected' | 'unavailable' | 'unknown'

/**
 * Sends text messages.
 * @param to E.164
 */
export type SmsPort = {
  readonly sendSms: (message: { to: string; text: string }) => Promise<SmsOutcome>
  /** Whether the service answers and accepts our account. It sends nothing. */
  readonly checkLogin: () => Promise<boolean>
}
