import { createPublicKey } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'

/** Forms of settings. Each error says what is wrong; it never repeats the value. */
const schemes = (names: readonly string[], error: string) =>
  z.string().refine((text) => URL.canParse(text) && names.includes(new URL(text).protocol), { error })

export const HttpUrl = schemes(['http:', 'https:'], 'is not an address that starts with http:// or https://')
export const SmtpUrl = schemes(['smtp:', 'smtps:'], 'is not an address that starts with smtp:// or smtps://')
/** The signer is on this machine: it has no TLS. */
export const SignerUrl = z.string().regex(/^(http:\/\/127\.0\.0\.1:\d{1,5}|unix:\/.+)$/, {
  error: 'is neither http://127.0.0.1 with a port nor unix: with the path of a socket',
})
export const DatabaseUrl = schemes(['postgres:', 'postgresql:'], 'is not an address of a database').refine(
  (text) => new URL(text).pathname.length > 1,
  { error: 'names no database' },
)

const portError = 'is not a port number'
export const Port = z.coerce.number(portError).int(portError).min(1, portError).max(65_535, portError)

export const Key = z
  .string()
  .refine((text) => /^[A-Za-z0-9+/]+=*$/.test(text) && Buffer.from(text, 'base64').length === 32, {
    error: 'is not 32 bytes in base64',
  })

export const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values, { error: `is none of ${values.join(', ')}` })

/** @param least smallest number of characters */
export const Secret = (least: number) =>
  z.string().min(least, `is too short: it has fewer than ${least} characters`)

export const Email = z.email('is not an e-mail address')

const isPublicKey = (text: string): boolean => {
  try {
    const key = text.includes('-----BEGIN')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** SPKI of an RSA key: PEM, or its DER in base64. */
export const PublicKey = z.string().refine(isPublicKey, { error: 'is not a public RSA key' })

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Addresses and networks, separated by commas. */
export const Networks = z.string().refine((text) => text.split(',').every((part) => isNetwork(part.trim())), {
  error: 'is not a list of IP addresses or networks',
})

export const HostName = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'is not a host name in small letters')
