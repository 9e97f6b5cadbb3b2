import { rmSync } from 'node:fs'
import { startChain } from '../../sandbox/chain/chain-service.ts'
import { freePort } from './shared-postgres.ts'
import { makeDataDir } from './data-dir.ts'

const controlToken = 'control-token-of-the-tests'
/** A test mines each block: a heartbeat in between would change the chain on a slow machine. */
const noHeartbeatMs = 24 * 3_600_000

/**
 * The embedded chain (anvil, tokens, feeds, demo wallet) for one test file, and the settings that point to
 * it.
 */
export const startTestChain = async () => {
  const dataDir = makeDataDir('test-chain')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const chain = await startChain({
    name: 'chain',
    port,
    anvilPort: await freePort(),
    publicUrl: url,
    dataDir,
    controlToken,
    credentials: {},
    heartbeatMs: noHeartbeatMs,
    idleHeartbeatMs: noHeartbeatMs,
  })
  const control = async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url}/_control${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const facts = await control<{ rpcUrl: string }>('/chain')
  return {
    control,
    controlToken,
    url,
    env: { EVM_RPC_URL: facts.rpcUrl, EVM_CHAIN: JSON.stringify(facts) },
    pay: (payment: { asset: string; to: string; amount: string }) =>
      control<{ txHash: string }>('/pay', payment),
    mine: (blocks: number) => control('/mine', { blocks }),
    stop: async () => {
      await chain.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
