import type { FastifyInstance } from 'fastify'
import type { ListedPerson, Lists } from './lists.ts'
import { birthDateFactor, nameScore } from './name-score.ts'

type Properties = Readonly<Record<string, string | readonly string[] | undefined>>
type Example = { readonly id?: string; readonly schema?: unknown; readonly properties?: Properties }
type MatchBody = { readonly queries?: Readonly<Record<string, Example>> }
type MatchQuery = { readonly limit?: string; readonly threshold?: string }

const dataset = 'sanctions'
const defaultThreshold = 0.7
const defaultLimit = 5
/** Results with a lower score are left out. */
const cutoff = 0.5

const valuesOf = (properties: Properties | undefined, name: string): string[] => {
  const value = properties?.[name]
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : [...value]
}

const scoreOf = (person: ListedPerson, { properties }: Example) => {
  const names = valuesOf(properties, 'name')
  const [birthDate] = valuesOf(properties, 'birthDate')
  const name = Math.max(0, ...names.flatMap((each) => person.names.map((listed) => nameScore(each, listed))))
  return { name, score: Number((name * birthDateFactor(birthDate, person.birthDate)).toFixed(3)) }
}

const resultsOf = (people: readonly ListedPerson[], example: Example, threshold: number) =>
  people
    .map((person) => ({ person, ...scoreOf(person, example) }))
    .filter(({ score }) => score >= Math.min(cutoff, threshold))
    .toSorted((a, b) => b.score - a.score)
    .map(({ person, name, score }) => ({
      id: person.id,
      caption: person.names[0],
      schema: 'Person',
      properties: {
        name: person.names,
        birthDate: [person.birthDate],
        nationality: [person.country],
        topics: ['sanction'],
      },
      datasets: [dataset],
      referents: [],
      target: true,
      first_seen: '2024-01-01T00:00:00',
      last_seen: '2024-01-01T00:00:00',
      last_change: '2024-01-01T00:00:00',
      score,
      features: { name_jaro_winkler: name },
      match: score >= threshold,
    }))

const isExample = (example: Example): boolean =>
  typeof example.schema === 'string' && typeof example.properties === 'object' && example.properties !== null

/** yente's matching call. It needs a key when the service was started with one. */
export const mountMatch = (app: FastifyInstance, of: { lists: Lists; apiKey: string | undefined }): void => {
  app.post<{ Params: { dataset: string }; Querystring: MatchQuery; Body: MatchBody | null }>(
    '/match/:dataset',
    async (request, reply) => {
      if (of.apiKey !== undefined && request.headers.authorization !== `ApiKey ${of.apiKey}`)
        return reply.code(401).send({ detail: 'Invalid API key' })
      if (request.params.dataset !== dataset)
        return reply.code(404).send({ detail: `No such dataset: ${request.params.dataset}` })
      const queries = request.body?.queries
      if (typeof queries !== 'object' || queries === null || !Object.values(queries).every(isExample))
        return reply
          .code(422)
          .send({ detail: [{ loc: ['body', 'queries'], msg: 'Field required', type: 'missing' }] })
      if (Object.keys(queries).length === 0) return reply.code(400).send({ detail: 'No queries provided.' })
      const threshold = Number(request.query.threshold ?? defaultThreshold)
      const limit = Number(request.query.limit ?? defaultLimit)
      const responses = Object.entries(queries).map(([name, example]) => {
        const found = resultsOf(of.lists.people(), example, threshold)
        const total = { value: found.length, relation: 'eq' }
        return [name, { status: 200, results: found.slice(0, limit), total, query: example }] as const
      })
      const matcher = {
        name_jaro_winkler: { description: 'Jaro-Winkler of the words of a name', coefficient: 1 },
      }
      return { responses: Object.fromEntries(responses), matcher, limit }
    },
  )
}
