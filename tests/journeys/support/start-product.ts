import type { FullConfig } from '@playwright/test'
import { rmSync } from 'node:fs'
import { startProduct } from '../../../tools/start/start-product.ts'
import { meet } from './own-product.ts'
import { makeDataDir } from '../../support/data-dir.ts'

const basePort = Number(process.env['JOURNEYS_PORT'] ?? 4600)
/** Between two products: their ports lie side by side. */
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
 * Starts a product for each worker as `npm start` does, on ports and data of its own; every journey of the worker runs
 * against it. While journeys are written, `JOURNEYS_DATA_DIR` names the data of a product that runs already, on these
 * ports or at `CARDAMOM_URL`.
 */
const startForJourneys = async ({ workers }: FullConfig): Promise<() => Promise<void>> => {
  const running = process.env['JOURNEYS_DATA_DIR']
  if (running) {
    meet(0, { url: process.env['CARDAMOM_URL'] ?? `http://localhost:${basePort}`, dataDir: running })
    return async () => undefined
  }
  process.env['RATE_LIMITS'] = 'off'
  // Journeys make their own people: ten days of the demo's are enough, and in one product.
  process.env['DEMO_DAYS'] ||= '10'
  // The first one builds the web app, the others find it built.
  const first = await startOne(0)
  process.env['DEMO'] ||= 'people'
  const others = Array.from({ length: workers - 1 }, (_, place) => startOne(place + 1))
  const stops = [first, ...(await Promise.all(others))]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

export default startForJourneys
