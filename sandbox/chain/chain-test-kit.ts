import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, http, parseAbi, type Address, type Hex } from 'viem'
import { foundry } from 'viem/chains'
import type { EngineName } from './engine.ts'
import { installedEngine } from './engines.ts'

/** The answer of `GET /_control/chain` as the tests read it. */
export type ChainFacts = {
  rpcUrl: string
  engine: EngineName
  enginePid: number
  startBlock: number
  head: number
  finalized: number
  headTime: string
  paymentsOpen: boolean
  tokens: { symbol: string; name: string; address: Address; decimals: number; network: string }[]
  unlistedTokens: { asset: string; symbol: string; address: Address }[]
  feeds: Record<string, [Address, Address]>
  forwarderFactory: Address
  forwarderInitCodeHash: Hex
  treasury: Address
  demoWallet: Address
}

export const controlToken = 'control-token-of-the-tests'

export const newFolder = (): { path: string; remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'cardamom-chain-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Both engines where anvil is installed; elsewhere the JavaScript node. */
export const engines: readonly EngineName[] = installedEngine() === 'anvil' ? ['anvil', 'js'] : ['js']

export const settingsFor = (port: number, dataDir: string, engine?: EngineName) => ({
  name: 'chain',
  port,
  publicUrl: `http://127.0.0.1:${port}`,
  dataDir,
  controlToken,
  credentials: {},
  ...(engine ? { engine } : {}),
})

export const control = (port: number) => {
  const url = `http://127.0.0.1:${port}/_control`
  const headers = { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      // Services are restarted between calls, so no connection is reused.
      headers: {
        ...(body === undefined ? { authorization: headers.authorization } : headers),
        connection: 'close',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const granted = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call(method, path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
  return {
    call,
    chain: () => granted<ChainFacts>('GET', '/chain'),
    pay: (body: object) =>
      granted<{ txHash: Hex; blockNumber: number; logIndex: number }>('POST', '/pay', body),
    post: <T>(path: string, body: unknown = {}) => granted<T>('POST', path, body),
    remove: (path: string) => granted('DELETE', path),
  }
}

/** Reads the chain as the product does: plain JSON-RPC through viem. */
export const publicClient = (port: number) =>
  createPublicClient({
    chain: foundry,
    transport: http(`http://127.0.0.1:${port}/rpc`, { retryCount: 0 }),
    cacheTime: 0,
  })

export const erc20 = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address owner) view returns (uint256)',
])

export const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
  'function getRoundData(uint80 roundId) view returns (uint80, int256, uint256, uint256, uint80)',
])

export const factoryAbi = parseAbi([
  'function treasury() view returns (address)',
  'function initCodeHash() view returns (bytes32)',
  'function forwarderAddress(bytes32 salt) view returns (address)',
  'function deploy(bytes32 salt) returns (address)',
  'function sweep(address token, bytes32[] salts) returns (uint256)',
  'event Swept(bytes32 indexed salt, address indexed forwarder, address indexed token, uint256 amount)',
])
