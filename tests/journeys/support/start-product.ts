import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startProduct } from '../../../tools/start/start-product.ts'

const basePort = Number(process.env['JOURNEYS_PORT'] ?? 4600)

/**
 * Starts the product as `npm start` does, on ports and data of its own; every journey runs against it. While journeys
 * are written, `JOURNEYS_DATA_DIR` names the data of a product that runs already, on these ports or at `CARDAMOM_URL`.
 */
const startForJourneys = async (): Promise<() => Promise<void>> => {
  process.env['CARDAMOM_URL'] ??= `http://localhost:${basePort}`
  const running = process.env['JOURNEYS_DATA_DIR']
  if (running) {
    process.env['CARDAMOM_SERVICES'] = join(running, 'sandbox.json')
    return async () => undefined
  }
  const dataDir = mkdtempSync('/var/tmp/cardamom-journeys-')
  process.env['RATE_LIMITS'] = 'off'
  process.env['CARDAMOM_SERVICES'] = join(dataDir, 'sandbox.json')
  const product = await startProduct({ dataDir, basePort, say: () => undefined })
  return async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export default startForJourneys
