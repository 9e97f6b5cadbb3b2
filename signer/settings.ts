import { existsSync, readFileSync, statSync } from 'node:fs'
import { getAddress, isAddress, parseUnits, type Address, type Hex } from 'viem'

/** A token that the signer may pay with, and its limits in the token's own units. */
export type SignedToken = {
  readonly address: Address
  readonly decimals: number
  readonly mostPerPayment: bigint
  readonly mostPerDay: bigint
}

export type SignerSettings = {
  /** A port of this machine, or the path of a unix socket. */
  readonly listen: { readonly port: number } | { readonly path: string }
  readonly secret: string
  readonly key: Hex
  readonly rpcUrl: string
  readonly chainId: number
  readonly tokens: readonly SignedToken[]
  /** The most that the gas of one payment may cost, in wei. */
  readonly mostGasWei: bigint
  /** The most that the gas of all payments of 24 hours may cost, in wei. */
  readonly mostGasPerDayWei: bigint
  readonly dataDir: string
}

/** A wrong setting, said in one sentence. */
export class SettingRefused extends Error {
  override name = 'SettingRefused'
}

const leastSecret = 32

const needed = (env: NodeJS.ProcessEnv, name: string, how: string): string => {
  const value = env[name]
  if (value === undefined || value === '') throw new SettingRefused(`${name} is missing: write ${how}.`)
  return value
}

const readListen = (text: string): SignerSettings['listen'] => {
  if (text.startsWith('unix:/')) return { path: text.slice('unix:'.length) }
  const port = Number(/^127\.0\.0\.1:(\d{1,5})$/.exec(text)?.[1])
  if (port > 0 && port < 65_536) return { port }
  throw new SettingRefused('SIGNER_LISTEN must be 127.0.0.1 and a port, or unix: and the path of a socket.')
}

const readKey = (env: NodeJS.ProcessEnv): Hex => {
  const file = env['SIGNER_KEY_FILE']
  if (file && !existsSync(file)) throw new SettingRefused('SIGNER_KEY_FILE names no file.')
  const isOpenToOthers = file !== undefined && file !== '' && (statSync(file).mode & 0o077) !== 0
  if (isOpenToOthers && process.platform !== 'win32')
    throw new SettingRefused('SIGNER_KEY_FILE must be readable by its owner only: chmod 600.')
  const key = (file ? readFileSync(file, 'utf8') : needed(env, 'SIGNER_KEY', '0x and 64 hex digits')).trim()
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) throw new SettingRefused('The key must be 0x and 64 hex digits.')
  return key as Hex
}

const amountOf = (value: unknown, decimals: number, name: string): bigint => {
  if (typeof value !== 'string' || !/^\d{1,30}(\.\d{1,18})?$/.test(value))
    throw new SettingRefused(`${name} must be an amount as a text, such as "5000".`)
  return parseUnits(value, decimals)
}

const readToken = (value: unknown): SignedToken => {
  const of = (typeof value === 'object' ? (value ?? {}) : {}) as Record<string, unknown>
  const { address, decimals, mostPerPayment, mostPerDay } = of
  if (typeof address !== 'string' || !isAddress(address, { strict: false }))
    throw new SettingRefused('SIGNER_TOKENS: address must be 0x and 40 hex digits.')
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 36)
    throw new SettingRefused('SIGNER_TOKENS: decimals must be a whole number.')
  return {
    address: getAddress(address),
    decimals,
    mostPerPayment: amountOf(mostPerPayment, decimals, 'SIGNER_TOKENS: mostPerPayment'),
    mostPerDay: amountOf(mostPerDay, decimals, 'SIGNER_TOKENS: mostPerDay'),
  }
}

const readTokens = (text: string): SignedToken[] => {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    list = null
  }
  if (!Array.isArray(list) || list.length === 0)
    throw new SettingRefused('SIGNER_TOKENS must be a JSON list of the tokens that may be paid.')
  return list.map(readToken)
}

/** Reads the settings of the signer. Throws SettingRefused with a sentence that names the wrong one. */
export const readSettings = (env: NodeJS.ProcessEnv): SignerSettings => {
  const secret = needed(
    env,
    'SIGNER_SECRET',
    `at least ${leastSecret} characters, the same as the server has`,
  )
  if (secret.length < leastSecret)
    throw new SettingRefused(`SIGNER_SECRET must have at least ${leastSecret} characters.`)
  const chainId = Number(needed(env, 'SIGNER_CHAIN_ID', 'the number of the chain, such as 1'))
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    throw new SettingRefused('SIGNER_CHAIN_ID must be the number of the chain.')
  const rpcUrl = needed(env, 'SIGNER_RPC_URL', 'the address of a node of your own')
  if (!URL.canParse(rpcUrl)) throw new SettingRefused('SIGNER_RPC_URL must be an address.')
  return {
    listen: readListen(needed(env, 'SIGNER_LISTEN', '127.0.0.1 and a port, or unix: and a path')),
    secret,
    key: readKey(env),
    rpcUrl,
    chainId,
    tokens: readTokens(needed(env, 'SIGNER_TOKENS', 'the JSON list of docs/operations.md')),
    mostGasWei: amountOf(env['SIGNER_MOST_GAS'] || '0.05', 18, 'SIGNER_MOST_GAS'),
    mostGasPerDayWei: amountOf(env['SIGNER_MOST_GAS_PER_DAY'] || '0.5', 18, 'SIGNER_MOST_GAS_PER_DAY'),
    dataDir: needed(env, 'SIGNER_DATA_DIR', 'a folder of its own'),
  }
}
