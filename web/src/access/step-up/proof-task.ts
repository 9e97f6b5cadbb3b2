import type { WireOf } from '@cardamom/contract/endpoint'
import type { startStepUp, FactorMethod, Proof } from '@cardamom/contract/access/step-up'
import {
  ExternalLink,
  Fingerprint,
  KeyRound,
  LifeBuoy,
  Mail,
  MessageSquareText,
  QrCode,
  Usb,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useState } from 'react'

/** What is asked of the person now, wherever it is asked: at the login, over a page, on the lock screen. */
export type ProofTask = Pick<
  WireOf<typeof startStepUp>,
  'step' | 'methods' | 'token' | 'url' | 'sendOtp' | 'hints'
> & {
  /** One of the ten written-down codes will do too. */
  readonly recoveryCodes?: boolean
}

/** A way to do a task; `code` and `password` are not the provider's but ours, `provider_page` is all of its own. */
export type Way = FactorMethod | 'code' | 'password' | 'recovery_code' | 'provider_page'

const icons: Record<Way, LucideIcon> = {
  passkey: Fingerprint,
  security_key: Usb,
  totp: QrCode,
  email_otp: Mail,
  sms: MessageSquareText,
  magic_link: Mail,
  code: Mail,
  password: KeyRound,
  recovery_code: LifeBuoy,
  provider_page: ExternalLink,
}
export const wayIcon = (way: Way): LucideIcon => icons[way]

/**
 * How the provider's own page opens: `over` a page of ours, or in its place on a phone; `beside` it in a window, where
 * what is signed must stay in sight.
 */
export type PageMode = 'over' | 'beside'

/** The ways of a task, the best first. */
export const waysOf = (task: ProofTask, hasPage: boolean): readonly Way[] => {
  const { step, methods, recoveryCodes, url } = task
  if (step === 'code' || step === 'password') return [step]
  const codes = recoveryCodes === true ? (['recovery_code'] as const) : []
  const page = hasPage && url !== null ? (['provider_page'] as const) : []
  return [...methods, ...codes, ...page]
}

/** Hands a proof in: resolves to a sentence when it does not hold, to null when it does. */
export type HandIn = (proof: Proof) => Promise<string | null>

export type StepProps = { readonly task: ProofTask; readonly handIn: HandIn }

/** A signal that gives up what is under way when the step leaves the screen. */
export const useGiveUp = (): AbortSignal => {
  const [control] = useState(() => new AbortController())
  useEffect(() => () => control.abort(), [control])
  return control.signal
}
