import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import { markStatus } from '../refused-key.ts'
import type { SmsOutcome, SmsPort } from './sms-port.ts'

const deadlineMs = 10_000
const version = '2010-04-01'

/**
 * Text messages by Twilio's REST interface.
 * @param from the number or name of the sender
 */
export const createTwilioSms = (service: {
  url: string
  accountSid: string
  authToken: string
  from: string
}): SmsPort => {
  const { accountSid, authToken, from } = service
  const address = `${service.url.replace(/\/+$/, '')}/${version}/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const outcomeOf = (status: number): SmsOutcome => {
    markStatus(status)
    if (status >= 200 && status < 300) return 'ok'
    if (status === 401 || status === 403 || status === 429) return 'unavailable'
    return status < 500 ? 'rejected' : 'unknown'
  }
  return {
    sendSms: async ({ to, text }) => {
      requireNoTransaction('The text message service')
      try {
        const answer = await fetch(address, {
          method: 'POST',
          headers: { authorization },
          body: new URLSearchParams({ To: to, From: from, Body: text }),
          signal: AbortSignal.timeout(deadlineMs),
          redirect: 'error',
        })
        await answer.body?.cancel()
        return outcomeOf(answer.status)
      } catch (error) {
        const cause = (error as { cause?: { code?: string } }).cause?.code
        return cause === 'ECONNREFUSED' || cause === 'ENOTFOUND' ? 'unavailable' : 'unknown'
      }
    },
    checkLogin: async () => {
      requireNoTransaction('The text message service')
      const signal = AbortSignal.timeout(deadlineMs)
      const read = fetch(`${address}?PageSize=1`, { headers: { authorization }, signal, redirect: 'error' })
      return read.then(
        async (answer) => {
          await answer.body?.cancel()
          markStatus(answer.status)
          return answer.ok
        },
        () => false,
      )
    },
  }
}
