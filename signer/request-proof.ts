import { createHmac, timingSafeEqual } from 'node:crypto'

const mostSkewMs = 60_000

/** The proof that a request comes from the holder of the shared secret. */
export const proofOf = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** Whether a request has a proof of its body that was made just now. */
export const isProved = (
  secret: string,
  of: { readonly timestamp: string; readonly proof: string; readonly body: string },
  nowMs: number,
): boolean => {
  const isRecent = Math.abs(nowMs - Number(of.timestamp)) <= mostSkewMs
  const expected = Buffer.from(proofOf(secret, of.timestamp, of.body))
  const received = Buffer.from(of.proof)
  return isRecent && received.length === expected.length && timingSafeEqual(received, expected)
}
