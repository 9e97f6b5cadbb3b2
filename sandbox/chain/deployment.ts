import { readFileSync } from 'node:fs'
import {
  concat,
  encodeDeployData,
  getContractAddress,
  keccak256,
  toHex,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { artifactFile } from './artifact-file.ts'

/** The deterministic deployment proxy, which anvil's first block has, like most chains. */
export const create2Proxy: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

export type TokenFacts = {
  /** Its name on the control plane. */
  readonly asset: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly address: Address
}

type PlannedContract = { readonly address: Address; readonly deployData: Hex }

/** Every contract of the sandbox with its address, known before the deployment. */
export type DeploymentPlan = {
  readonly contracts: readonly PlannedContract[]
  readonly tokens: readonly TokenFacts[]
  readonly unlistedTokens: readonly TokenFacts[]
  readonly feeds: Readonly<Record<string, readonly [Address, Address]>>
  readonly feedDesk: Address
  readonly disperse: Address
  readonly forwarderFactory: Address
  readonly forwarderInitCodeHash: Hex
}

type TokenKind = Omit<TokenFacts, 'address'> & { readonly contract: 'TestToken' | 'SilentToken' }

const listed: readonly TokenKind[] = [
  { asset: 'USDC', symbol: 'USDC', name: 'USD Coin', decimals: 6, contract: 'TestToken' },
  { asset: 'USDT', symbol: 'USDT', name: 'Tether USD', decimals: 6, contract: 'SilentToken' },
  { asset: 'DAI', symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18, contract: 'TestToken' },
]
const unlisted: readonly TokenKind[] = [
  { asset: 'PEPR', symbol: 'PEPR', name: 'Pepper Token', decimals: 18, contract: 'TestToken' },
  { asset: 'FAKE_USDT', symbol: 'USDT', name: 'Tether USD', decimals: 6, contract: 'SilentToken' },
]
const pricedAssets = ['USDC', 'USDT', 'DAI', 'ETH'] as const

const initCode = (contract: string, args: readonly unknown[]): Hex => {
  const { abi, bytecode } = JSON.parse(readFileSync(artifactFile(contract), 'utf8')) as {
    abi: Abi
    bytecode: Hex
  }
  return encodeDeployData({ abi, bytecode, args })
}

/** The addresses depend only on the compiled code, the deployer and the treasury. */
export const planDeployment = (parties: { deployer: Address; treasury: Address }): DeploymentPlan => {
  const contracts: PlannedContract[] = []
  const plan = (label: string, contract: string, args: readonly unknown[]): Address => {
    const salt = keccak256(toHex(`cardamom sandbox: ${label}`))
    const code = initCode(contract, args)
    const address = getContractAddress({ opcode: 'CREATE2', from: create2Proxy, salt, bytecode: code })
    contracts.push({ address, deployData: concat([salt, code]) })
    return address
  }
  const token = ({ contract, ...facts }: TokenKind): TokenFacts => ({
    ...facts,
    address: plan(facts.asset, contract, [facts.name, facts.symbol, facts.decimals, parties.deployer]),
  })
  const feedDesk = plan('feed desk', 'FeedDesk', [parties.deployer])
  const feed = (asset: string, source: number) =>
    plan(`feed ${asset} ${source}`, 'PriceFeed', [`${asset} / USD`, feedDesk])
  return {
    contracts,
    tokens: listed.map(token),
    unlistedTokens: unlisted.map(token),
    feeds: Object.fromEntries(
      pricedAssets.map((asset) => [asset, [feed(asset, 0), feed(asset, 1)] as const]),
    ),
    feedDesk,
    disperse: plan('disperse', 'Disperse', []),
    forwarderFactory: plan('forwarder factory', 'ForwarderFactory', [parties.treasury]),
    forwarderInitCodeHash: keccak256(initCode('Forwarder', [parties.treasury])),
  }
}
