import { z } from 'zod'
import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import type { WalletScreeningPort } from './port.ts'
import { requestScreening } from './screening-http.ts'

const Identifications = z.object({ identifications: z.array(z.object({ category: z.string() })) })

/** Chainalysis's `GET /api/v1/address/{address}`. An address with any identification is on a list. */
export const createChainalysis = (service: {
  readonly url: string
  readonly apiKey: string
  readonly timeoutMs?: number
}): WalletScreeningPort => ({
  checkAddress: async (address) => {
    requireNoTransaction('wallet screening')
    const { url, apiKey, timeoutMs } = service
    const answer = await requestScreening({
      url: `${url.replace(/\/+$/, '')}/api/v1/address/${encodeURIComponent(address)}`,
      form: Identifications,
      headers: { 'x-api-key': apiKey },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    })
    if (answer === null) return 'unavailable'
    return answer.identifications.length > 0 ? 'hit' : 'clear'
  },
})
