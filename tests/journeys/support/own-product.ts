import { join } from 'node:path'

type ProductAddress = { readonly url: string; readonly dataDir: string }
const variable = (worker: number | string) => `CARDAMOM_OF_WORKER_${worker}`

/**
 * Records where a worker's product is. Called before the workers start, because they inherit the variables of
 * this process.
 */
export const meet = (worker: number, product: ProductAddress): void => {
  process.env[variable(worker)] = JSON.stringify(product)
}

const productOf = (worker: string): ProductAddress | null => {
  const found = process.env[variable(worker)]
  return found ? (JSON.parse(found) as ProductAddress) : null
}

/** Address of the first worker's product, which has the demo data; journeys only read there. */
export const demoUrl = (): string => productOf('0')?.url ?? ''

/**
 * Connects this worker to its product. No two journeys use a product at the same time, because some change
 * the clock, prices or a company's rules. A later journey of the worker still finds the clock ahead.
 */
export const useOwnProduct = (): void => {
  const product = productOf(process.env['TEST_PARALLEL_INDEX'] ?? '')
  if (!product) return
  process.env['CARDAMOM_URL'] = product.url
  process.env['CARDAMOM_SERVICES'] = join(product.dataDir, 'sandbox.json')
}
