import { z } from 'zod'
import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import type { PersonScreeningPort, ScreenedPerson } from './port.ts'
import { requestScreening } from './screening-http.ts'

/**
 * The part of the answer that decides. The service decides by its own threshold whether a result is a match.
 */
const Matches = z.object({
  responses: z.record(
    z.string(),
    z.object({ status: z.number(), results: z.array(z.object({ match: z.boolean() })) }),
  ),
})

const queryOf = ({ firstName, lastName, birthDate, country }: ScreenedPerson) => ({
  schema: 'Person',
  properties: {
    name: [`${firstName} ${lastName}`.trim()],
    firstName: [firstName],
    lastName: [lastName],
    ...(birthDate === null ? {} : { birthDate: [birthDate] }),
    ...(country === null ? {} : { nationality: [country.toLowerCase()] }),
  },
})

/** yente's `POST /match/{dataset}`, as OpenSanctions or the operator runs it (providers §6). */
export const createYente = (service: {
  readonly url: string
  readonly dataset: string
  /** OpenSanctions' own service requires a key. A yente of the operator does not. */
  readonly apiKey: string | null
  readonly timeoutMs?: number
}): PersonScreeningPort => ({
  matchPerson: async (person) => {
    requireNoTransaction('screening')
    const { url, dataset, apiKey, timeoutMs } = service
    const answer = await requestScreening({
      url: `${url.replace(/\/+$/, '')}/match/${encodeURIComponent(dataset)}`,
      form: Matches,
      headers: apiKey === null ? {} : { authorization: `ApiKey ${apiKey}` },
      body: { queries: { person: queryOf(person) } },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    })
    const found = answer?.responses['person']
    if (found?.status !== 200) return 'unavailable'
    return found.results.some(({ match }) => match) ? 'hit' : 'clear'
  },
})
