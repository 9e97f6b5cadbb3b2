import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startProduct } from '../../../tools/start/start-product.ts'

const basePort = 4600

/** Starts the product as `npm start` does, on ports and data of its own; every journey runs against it. */
const startForJourneys = async (): Promise<() => Promise<void>> => {
  const dataDir = mkdtempSync('/var/tmp/cardamom-journeys-')
  process.env['RATE_LIMITS'] = 'off'
  const product = await startProduct({ dataDir, basePort, say: () => undefined })
  process.env['CARDAMOM_URL'] = product.url
  process.env['CARDAMOM_SERVICES'] = join(dataDir, 'sandbox.json')
  return async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export default startForJourneys
