import type { WireOf } from '@cardamom/contract/endpoint'
import type { startStepUp, FactorMethod, Proof } from '@cardamom/contract/access/step-up'
import {
  ExternalLink,
  FingerprintPattern,
  KeyRound,
  LifeBuoy,
  Mail,
  MessageSquareText,
  QrCode,
  Usb,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useState } from 'react'

/** The proof that the person needs now, at the login, over a page or on the lock screen. */
export type ProofTask = Pick<
  WireOf<typeof startStepUp>,
  'step' | 'methods' | 'token' | 'url' | 'sendOtp' | 'hints'
> & {
  /** One of the ten saved recovery codes is accepted too. */
  readonly recoveryCodes?: boolean
}

/** A method for a task. `code` and `password` are our own, `provider_page` is a page of the provider. */
export type Way = FactorMethod | 'code' | 'password' | 'recovery_code' | 'provider_page'

const icons: Record<Way, LucideIcon> = {
  passkey: FingerprintPattern,
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
 * How the provider's own page opens: `over` our page, or instead of it on a phone; `window`: in a separate
 * window, so that the facts to sign stay visible.
 */
export type PageMode = 'over' | 'window'

/** Methods of a task, best first. */
export const waysOf = (task: ProofTask, hasPage: boolean): readonly Way[] => {
  const { step, methods, recoveryCodes, url } = task
  if (step === 'code' || step === 'password') return [step]
  const codes = recoveryCodes === true ? (['recovery_code'] as const) : []
  const page = hasPage && url !== null ? (['provider_page'] as const) : []
  return [...methods, ...codes, ...page]
}

/** Sends a proof. Resolves to a sentence when it is refused, and to null when it is accepted. */
export type HandIn = (proof: Proof) => Promise<string | null>

export type StepProps = { readonly task: ProofTask; readonly handIn: HandIn }

/** A signal that aborts the running step when the step leaves the screen. */
export const useUnmountSignal = (): AbortSignal => {
  const [control] = useState(() => new AbortController())
  useEffect(() => () => control.abort(), [control])
  return control.signal
}
