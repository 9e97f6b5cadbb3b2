import { join } from 'node:path'

type Place = { readonly url: string; readonly dataDir: string }
const variable = (worker: number | string) => `CARDAMOM_OF_WORKER_${worker}`

/** Says where the product of a worker is; told before the workers start, who get the variables of this process. */
export const meet = (worker: number, place: Place): void => {
  process.env[variable(worker)] = JSON.stringify(place)
}

/**
 * Leads this worker to its product. No two journeys use one at a time: some move its clock, its prices or the rules of a
 * company, which would be another's surprise.
 */
export const useOwnProduct = (): void => {
  const found = process.env[variable(process.env['TEST_PARALLEL_INDEX'] ?? '')]
  if (!found) return
  const { url, dataDir } = JSON.parse(found) as Place
  process.env['CARDAMOM_URL'] = url
  process.env['CARDAMOM_SERVICES'] = join(dataDir, 'sandbox.json')
}
