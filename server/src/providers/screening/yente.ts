import { z } from 'zod'
import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import type { PersonScreeningPort, ScreenedPerson } from './port.ts'
import { requestScreening } from './screening-http.ts'

/** What of the answer decides: whether a result counts as a match is the service's word, by its own threshold. */
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

/** yente's `POST /match/{dataset}`, as OpenSanctions serves it and as an operator may run it (providers §6). */
export const createYente = (service: {
  readonly url: string
  readonly dataset: string
  /** OpenSanctions' own service asks for one; a yente of the operator's does not. */
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
