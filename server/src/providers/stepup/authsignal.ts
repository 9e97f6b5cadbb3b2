import { Authsignal, AuthsignalError } from '@authsignal/node'
import { z } from 'zod'
import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import type { CallOutcome } from '../../kernel/call-declaration.ts'
import type { CodeToSend, NewOperation, StepUpProvider } from './port.ts'
import { markStatus } from '../refused-key.ts'
import { Authenticators, authenticatorOf, methodOf } from './authsignal-answers.ts'

const deadlineMs = 10_000
/** How far the time of a webhook may be ahead of our clock. The library allows the same behind. */
const mostAheadMs = 300_000
const passed = 'CHALLENGE_SUCCEEDED'

class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** The library itself has no timeout. */
const withDeadline = async <T>(call: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new NoAnswer('The step-up provider does not answer')), deadlineMs)
  })
  try {
    return await Promise.race([call, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * What a failed call means. A 4xx is an answer of the provider; after any other error the outcome is not
 * known.
 */
const failureOf = (error: unknown, lost: 'unavailable' | 'unknown'): CallOutcome<never> => {
  if (error instanceof AuthsignalError && error.statusCode >= 400 && error.statusCode < 500) {
    markStatus(error.statusCode)
    const isOurs = error.statusCode === 401 || error.statusCode === 403
    return isOurs ? { outcome: 'unavailable' } : { outcome: 'rejected', code: error.errorCode }
  }
  if (error instanceof AuthsignalError || error instanceof NoAnswer || error instanceof z.ZodError) {
    return { outcome: lost }
  }
  throw error
}

const send = async <T>(
  lost: 'unavailable' | 'unknown',
  call: () => Promise<CallOutcome<T>>,
): Promise<CallOutcome<T>> => {
  requireNoTransaction('The step-up provider')
  try {
    return await withDeadline(call())
  } catch (error) {
    return failureOf(error, lost)
  }
}

const ok = <T>(value: T): CallOutcome<T> => ({ outcome: 'ok', value })

const attributesOf = (operation: NewOperation) => ({
  idempotencyKey: operation.key,
  email: operation.email,
  username: operation.username,
  locale: operation.lang,
  // An unknown device or address is left out, because the provider refuses an empty text.
  ...(operation.address ? { ipAddress: operation.address } : {}),
  ...(operation.device ? { userAgent: operation.device } : {}),
  redirectUrl: operation.redirectUrl,
  // The protocol has no field for it. `custom` holds a customer's own data about an action.
  ...(operation.profilingId ? { custom: { profilingId: operation.profilingId } } : {}),
  ...(operation.mayAdd ? { scope: 'add:authenticators' } : {}),
})

const Event = z.object({
  type: z.string(),
  data: z.object({
    to: z.string(),
    code: z.string().optional(),
    url: z.string().optional(),
    userId: z.string().optional(),
  }),
})
const channels: Readonly<Record<string, CodeToSend['channel']>> = {
  'email.created': 'email',
  'sms.created': 'sms',
}

const readEvent = (event: unknown): CodeToSend | null => {
  const read = Event.safeParse(event)
  const channel = read.success ? channels[read.data.type] : undefined
  if (!read.success || !channel) return null
  const { to, code, url, userId } = read.data.data
  return { channel, to, userId: userId ?? null, code: code ?? null, link: url ?? null }
}

const mountChecks = (client: Authsignal): Pick<StepUpProvider, 'validate' | 'proverOf'> => ({
  validate: (token, { userId, action }) =>
    send('unavailable', async () => {
      const about = { ...(action ? { action } : {}), ...(userId ? { userId } : {}) }
      const answer = await client.validateChallenge({ token, ...about })
      const method = methodOf(answer.verificationMethod)
      const isWhole = answer.userId && answer.idempotencyKey
      // The provider's answer must be about this person and this action, so both are checked again.
      const isOurs =
        (action === undefined || answer.action === action) &&
        (userId === undefined || answer.userId === userId)
      if (!answer.isValid || answer.state !== passed || !isWhole || !isOurs || !method) {
        return { outcome: 'rejected', code: answer.error ?? 'not_valid' }
      }
      const { userId: who = '', idempotencyKey: key = '' } = answer
      return ok({ userId: who, key, method })
    }),
  proverOf: ({ userId, action, key }) =>
    send('unavailable', async () => {
      const actions = await client.queryUserActions({ userId, actionCodes: [action] })
      return ok(
        actions.find((operation) => operation.idempotencyKey === key)?.verifiedByAuthenticatorId ?? null,
      )
    }),
})

const mountCodes = (client: Authsignal): Pick<StepUpProvider, 'sendCode' | 'checkCode'> => ({
  sendCode: ({ userId, action, key, channel, to, lang }) =>
    send('unknown', async () => {
      const where = channel === 'email' ? { email: to } : { phoneNumber: to }
      const verificationMethod = channel === 'email' ? ('EMAIL_OTP' as const) : ('SMS' as const)
      const about = { userId, action, idempotencyKey: key, locale: lang, verificationMethod }
      const { challengeId: sentCodeId } = await client.challenge({ ...about, ...where })
      return ok({ sentCodeId })
    }),
  checkCode: ({ sentCodeId, code }) =>
    send('unavailable', async () => {
      const answer = await client.verify({ challengeId: sentCodeId, verificationCode: code })
      if (answer.isVerified) return ok('right' as const)
      return ok(String(answer.failureReason) === 'MAX_ATTEMPTS_EXCEEDED' ? ('locked' as const) : 'wrong')
    }),
})

/** Authsignal's official library. The hosted and the embedded provider answer it in the same way. */
export const createAuthsignal = (service: { apiUrl: string; secret: string }): StepUpProvider => {
  // The library would repeat a POST whose answer was lost. We decide about retries ourselves, by our keys.
  const client = new Authsignal({ apiSecretKey: service.secret, apiUrl: service.apiUrl, retries: 0 })
  return {
    ...mountChecks(client),
    ...mountCodes(client),
    startOperation: (operation) =>
      send('unknown', async () => {
        const { userId, action } = operation
        const started = await client.track({ userId, action, attributes: attributesOf(operation) })
        return ok({ token: started.token, url: started.url, isEnrolled: started.isEnrolled })
      }),
    authenticators: (userId) =>
      send('unavailable', async () => {
        const found = Authenticators.parse(await client.getAuthenticators({ userId }))
        return ok(found.flatMap((each) => authenticatorOf(each) ?? []))
      }),
    removeAuthenticator: ({ userId, id }) =>
      send('unknown', async () => {
        try {
          await client.deleteAuthenticator({ userId, userAuthenticatorId: id })
        } catch (error) {
          if (!(error instanceof AuthsignalError) || error.statusCode !== 404) throw error
        }
        return ok(null)
      }),
    readWebhook: ({ rawBody, signature, realNow }) => {
      try {
        const event = client.webhook.constructEvent(rawBody, signature)
        // The library refuses old signatures, but accepts any time in the future.
        const aheadMs = client.webhook.parseSignature(signature).timestamp * 1000 - realNow.getTime()
        return aheadMs > mostAheadMs ? 'forged' : readEvent(event)
      } catch {
        // It throws for a wrong or old signature, and for a signed body that is not JSON.
        return 'forged'
      }
    },
  }
}
