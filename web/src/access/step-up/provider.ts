import { authenticatePasskey } from '@cardamom/contract/access'
import { ApiError, call } from '../../kernel/api.ts'
import { currentConfig, readConfig } from '../../kernel/branding.ts'
import { importWhenReachable } from '../../kernel/load-failure.ts'
import { onPersonLeft } from '../../kernel/session.ts'
import { signal } from '../../kernel/signal.ts'
import { failureOf, type StepUpAnswer } from './step-up-failure.ts'
import type { StepUpClient } from './step-up-client.ts'

const expired = signal<void>()
/** Called when a token of the provider expired during use: the operation must start again. */
export const onTokenExpired = expired.listen

/**
 * Only the server knows what a token stands for: its own calls bind an operation, this one binds a passkey.
 */
const validate = async ({ token }: { token: string }): Promise<StepUpAnswer<null>> => {
  try {
    await call(authenticatePasskey, { input: { token }, errors: 'none' })
    return { data: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A person without a passkey passes this check (product §8).
    if (error.code === 'passkey_not_enabled') return { data: null }
    return failureOf(error.code, error.message)
  }
}

let opened: Promise<StepUpClient> | null = null

const open = async (): Promise<StepUpClient> => {
  const [{ createStepUpClient }, { authsignal }] = await Promise.all([
    importWhenReachable(() => import('./step-up-client.ts')),
    currentConfig() ?? readConfig(),
  ])
  const client = createStepUpClient(
    {
      tenantId: authsignal.tenantId,
      baseUrl: new URL(authsignal.baseUrl, location.origin).href,
      onTokenExpired: () => expired.emit(),
    },
    validate,
  )
  onPersonLeft(() => client.setToken(''))
  return client
}

/** The step-up provider's client; its code loads at first use. */
export const stepUpClient = (): Promise<StepUpClient> => {
  opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}
