import { createHmac, timingSafeEqual } from 'node:crypto'

/** Lower-case hex HMAC-SHA256, as in Veriff's X-HMAC-SIGNATURE. */
export const signatureOf = (secret: string, payload: string | Buffer): string =>
  createHmac('sha256', secret).update(payload).digest('hex')

export const sameText = (one: string, other: string): boolean => {
  const left = Buffer.from(one)
  const right = Buffer.from(other)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Headers of answers and webhooks: Veriff's names, old and new. */
export const signedHeaders = (
  keys: { apiKey: string; sharedSecret: string },
  payload: string | Buffer,
): Record<string, string> => {
  const signature = signatureOf(keys.sharedSecret, payload)
  return {
    'x-auth-client': keys.apiKey,
    'x-hmac-signature': signature,
    'vrf-auth-client': keys.apiKey,
    'vrf-hmac-signature': signature,
  }
}
