import { join } from 'node:path'

type Place = { readonly url: string; readonly dataDir: string }
const variable = (worker: number | string) => `CARDAMOM_OF_WORKER_${worker}`

/** Says where the product of a worker is; told before the workers start, who get the variables of this process. */
export const meet = (worker: number, place: Place): void => {
  process.env[variable(worker)] = JSON.stringify(place)
}

const placeOf = (worker: string): Place | null => {
  const found = process.env[variable(worker)]
  return found ? (JSON.parse(found) as Place) : null
}

/** Address of the first worker's product, the one in which the demo's people have lived: it is only looked at. */
export const demoUrl = (): string => placeOf('0')?.url ?? ''

/**
 * Leads this worker to its product. No two journeys use one at a time: some move its clock, its prices or the rules of a
 * company, which would be another's surprise.
 */
export const useOwnProduct = (): void => {
  const place = placeOf(process.env['TEST_PARALLEL_INDEX'] ?? '')
  if (!place) return
  process.env['CARDAMOM_URL'] = place.url
  process.env['CARDAMOM_SERVICES'] = join(place.dataDir, 'sandbox.json')
}
