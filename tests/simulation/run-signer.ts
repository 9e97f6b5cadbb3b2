import { join } from 'node:path'
import { readSettings } from '../../signer/settings.ts'
import { startSigner } from '../../signer/signer-service.ts'
import { payoutKey } from '../support/test-signer.ts'
import { payoutAssets } from './chain-facts.ts'

const secret = 'secret-of-the-signer-of-the-simulation'
/** The product proves its requests by the time of the process, which was read before a run stops it. */
const nowMs = Date.now

/** The signer of a run, in this process, on a socket of its own. */
export const startRunSigner = async ({ rpcUrl, dataDir }: { rpcUrl: string; dataDir: string }) => {
  const listen = `unix:${join(dataDir, 'signer.sock')}`
  const limits = { mostPerPayment: '1000000', mostPerDay: '1000000' }
  const settings = readSettings({
    SIGNER_LISTEN: listen,
    SIGNER_SECRET: secret,
    SIGNER_KEY: payoutKey,
    SIGNER_RPC_URL: rpcUrl,
    SIGNER_CHAIN_ID: '31337',
    SIGNER_TOKENS: JSON.stringify(
      payoutAssets.map(({ token, decimals }) => ({ address: token, decimals, ...limits })),
    ),
    SIGNER_DATA_DIR: join(dataDir, 'signatures'),
  })
  const signer = await startSigner(settings, { nowMs })
  return { env: { SIGNER_URL: listen, SIGNER_SECRET: secret }, stop: signer.close }
}
