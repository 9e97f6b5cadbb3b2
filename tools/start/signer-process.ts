import { join } from 'node:path'
import type { EmbeddedServices } from './embedded-services.ts'
import type { Ports } from './ports.ts'
import { startChild, type Child } from './process-group.ts'
import type { Secrets } from './secrets.ts'

const script = join(import.meta.dirname, '../../signer/main.ts')

/** Account 3 of the public development mnemonic: it has test money only. */
const developmentKey = '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'

type Token = { readonly address: string; readonly decimals: number }

/** The settings of the server that point to the signer. */
export const signerEnv = (ports: Ports, secrets: Secrets): Readonly<Record<string, string>> => ({
  SIGNER_URL: `http://127.0.0.1:${ports.signer}`,
  SIGNER_SECRET: secrets.payoutSignerSecret,
})

/** Starts the process that signs payouts, for the embedded chain only. Null: another chain, or a signer of its own. */
export const startSignerProcess = (options: {
  ports: Ports
  dataDir: string
  secrets: Secrets
  services: EmbeddedServices
}): Child | null => {
  const { ports, secrets } = options
  const chain = options.services.facts['chain']
  if (!chain || process.env['SIGNER_URL']) return null
  const limits = { mostPerPayment: '50000', mostPerDay: '500000' }
  const tokens = (chain['tokens'] as readonly Token[]).map(({ address, decimals }) => ({
    address,
    decimals,
    ...limits,
  }))
  return startChild({
    name: 'The signer',
    script,
    env: {
      SIGNER_LISTEN: `127.0.0.1:${ports.signer}`,
      SIGNER_SECRET: secrets.payoutSignerSecret,
      SIGNER_KEY: developmentKey,
      SIGNER_RPC_URL: String(chain['rpcUrl']),
      SIGNER_CHAIN_ID: String(chain['chainId']),
      SIGNER_TOKENS: JSON.stringify(tokens),
      SIGNER_DATA_DIR: join(options.dataDir, 'signer'),
    },
  })
}
