import type { FactorMethod } from '@cardamom/contract/access/step-up'
import { z } from 'zod'
import type { Authenticator } from './port.ts'

const methods: Readonly<Record<string, FactorMethod>> = {
  PASSKEY: 'passkey',
  SECURITY_KEY: 'security_key',
  AUTHENTICATOR_APP: 'totp',
  EMAIL_OTP: 'email_otp',
  SMS: 'sms',
  EMAIL_MAGIC_LINK: 'magic_link',
}

/** Our name of a method. Null for a method that the product does not use. */
export const methodOf = (method: string | undefined): FactorMethod | null => methods[method ?? ''] ?? null

/** The fields of an authenticator that we read. A newer provider may send more. */
export const Authenticators = z.array(
  z.object({
    userAuthenticatorId: z.string(),
    verificationMethod: z.string(),
    createdAt: z.string(),
    verifiedAt: z.string().nullish(),
    lastVerifiedAt: z.string().nullish(),
    phoneNumber: z.string().nullish(),
    email: z.string().nullish(),
    displayName: z.string().nullish(),
    webauthnCredential: z
      .object({
        credentialId: z.string(),
        deviceId: z.string().nullish(),
        name: z.string().nullish(),
        credentialBackedUp: z.boolean().nullish(),
        aaguidMapping: z.object({ name: z.string() }).nullish(),
      })
      .nullish(),
  }),
)

const instant = (text: string | null | undefined): Date | null => (text ? new Date(text) : null)

/** Null for an authenticator that is not verified yet, and for methods that the product does not use. */
export const authenticatorOf = (raw: z.output<typeof Authenticators>[number]): Authenticator | null => {
  const method = methodOf(raw.verificationMethod)
  const key = raw.webauthnCredential
  if (!method || !raw.verifiedAt) return null
  return {
    id: raw.userAuthenticatorId,
    method,
    createdAt: new Date(raw.createdAt),
    lastUsedAt: instant(raw.lastVerifiedAt),
    email: raw.email ?? null,
    phone: raw.phoneNumber ?? null,
    credentialId: key?.credentialId ?? null,
    deviceId: key?.deviceId ? key.deviceId : null,
    // A security key works in any browser, so the browser that registered it is not its name.
    deviceName: key?.aaguidMapping?.name ?? (method === 'passkey' ? (key?.name ?? null) : null),
    synced: method === 'passkey' ? (key?.credentialBackedUp ?? null) : null,
  }
}
