import { rmSync } from 'node:fs'
import { createScreeningService } from '../../../../sandbox/screening/service.ts'
import { makeDataDir } from '../../../../tests/support/data-dir.ts'
import { freePort } from '../../../../tests/support/shared-postgres.ts'

const controlToken = 'control-of-the-lists'
export const screeningKeys = { apiKey: 'key-of-the-lists', walletApiKey: 'key-of-the-wallets' }

/** The embedded sanctions lists on a port, with the server settings that use them. */
export const startTestScreening = async () => {
  const port = await freePort()
  const dataDir = makeDataDir('screening')
  const url = `http://127.0.0.1:${port}`
  const service = createScreeningService({
    name: 'screening',
    port,
    publicUrl: url,
    dataDir,
    controlToken,
    credentials: screeningKeys,
  })
  await service.listen()
  return {
    url,
    env: {
      SCREENING: 'on',
      SCREENING_URL: url,
      SCREENING_API_KEY: screeningKeys.apiKey,
      WALLET_SCREENING_URL: url,
      WALLET_SCREENING_API_KEY: screeningKeys.walletApiKey,
    },
    control: async (path: string, body: object) => {
      const answer = await fetch(`${url}/_control${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    },
    faults: service.faults,
    stop: async () => {
      await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
