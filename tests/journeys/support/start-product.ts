import type { FullConfig } from '@playwright/test'
import { rmSync } from 'node:fs'
import { startProduct } from '../../../tools/start/start-product.ts'
import { meet } from './own-product.ts'
import { makeDataDir } from '../../support/data-dir.ts'

/** The default password for a reset, as an operator would set it. */
export const defaultPassword = 'until my own one'

const basePort = Number(process.env['JOURNEYS_PORT'] ?? 4600)
/** Distance between the ports of two products. */
const stride = 2

const startOne = async (worker: number): Promise<() => Promise<void>> => {
  const dataDir = makeDataDir('journeys')
  const port = basePort + stride * worker
  const product = await startProduct({ dataDir, basePort: port, say: () => undefined })
  meet(worker, { url: `http://localhost:${port}`, dataDir })
  return async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Starts a product for each worker as `npm start` does, with its own ports and data; every journey of the
 * worker runs against it. For work on journeys, `JOURNEYS_DATA_DIR` names the data of a running product, on
 * these ports or at `CARDAMOM_URL`.
 */
const startForJourneys = async ({ workers }: FullConfig): Promise<() => Promise<void>> => {
  const running = process.env['JOURNEYS_DATA_DIR']
  if (running) {
    meet(0, { url: process.env['CARDAMOM_URL'] ?? `http://localhost:${basePort}`, dataDir: running })
    return async () => undefined
  }
  process.env['RATE_LIMITS'] = 'off'
  process.env['DEFAULT_PASSWORD'] = defaultPassword
  // Journeys create their own people, so ten days of demo data in one product are enough.
  process.env['DEMO_DAYS'] ||= '10'
  // The first product builds the web app for all of them.
  const first = await startOne(0)
  process.env['DEMO'] ||= 'people'
  const others = Array.from({ length: workers - 1 }, (_, index) => startOne(index + 1))
  const stops = [first, ...(await Promise.all(others))]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

export default startForJourneys
