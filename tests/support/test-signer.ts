import { rmSync } from 'node:fs'
import { privateKeyToAccount } from 'viem/accounts'
import { readSettings } from '../../signer/settings.ts'
import { startSigner } from '../../signer/signer-service.ts'
import { makeDataDir } from './data-dir.ts'
import { freePort } from './shared-postgres.ts'

/** Account 3 of the development mnemonic, which has ether on the embedded chain. */
export const payoutKey = '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'
/** The payout wallet, for tests in which its key is used elsewhere. */
export const payoutAccount = privateKeyToAccount(payoutKey)

type ChainEnv = { readonly EVM_RPC_URL: string; readonly EVM_CHAIN: string }
type Token = { readonly address: string; readonly decimals: number }

const usual = { mostPerPayment: '10000', mostPerDay: '100000' }
export type SignerOptions = readonly [chain: { readonly env: ChainEnv }, limits?: typeof usual]

/** The settings of the signer for the embedded chain. */
export const signerSettings = (
  chain: { readonly env: ChainEnv },
  of: { readonly port: number; readonly dataDir: string; readonly limits?: typeof usual },
) => {
  const { port, dataDir, limits = usual } = of
  const { tokens } = JSON.parse(chain.env.EVM_CHAIN) as { tokens: Token[] }
  return {
    SIGNER_LISTEN: `127.0.0.1:${port}`,
    SIGNER_SECRET: 'secret-of-the-signer-of-the-tests',
    SIGNER_KEY: payoutKey,
    SIGNER_RPC_URL: chain.env.EVM_RPC_URL,
    SIGNER_CHAIN_ID: '31337',
    SIGNER_TOKENS: JSON.stringify(tokens.map(({ address, decimals }) => ({ address, decimals, ...limits }))),
    SIGNER_DATA_DIR: dataDir,
  }
}

/** The signer for the embedded chain, and the settings that point to it. */
export const startTestSigner = async (...[chain, limits = usual]: SignerOptions) => {
  const port = await freePort()
  const dataDir = makeDataDir('test-signer')
  const settings = signerSettings(chain, { port, dataDir, limits })
  const signer = await startSigner(readSettings(settings), { nowMs: Date.now })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    env: { SIGNER_URL: url, SIGNER_SECRET: settings.SIGNER_SECRET },
    stop: async () => {
      await signer.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
