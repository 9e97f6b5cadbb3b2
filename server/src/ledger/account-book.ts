import type { AccountKey } from '../kernel/plan.ts'
import { accountId } from './account-id.ts'
import { chartAccount, type ChartAccount } from './chart.ts'

/** An account in the poster's memory. */
export type BookAccount = {
  readonly id: string
  readonly key: AccountKey
  readonly line: ChartAccount
  /** The wallet of this bucket; null for every other account. */
  readonly wallet: BookWallet | null
  /** True after a batch that opened the account was committed. */
  open: boolean
  /** The lane whose current batch locks it; 0: none. */
  lane: number
  /** The last batch with this account, and its number in that batch. */
  stamp: number
  position: number
}

/** The three buckets of one owner's wallet, which are locked and shown together (money §1). */
export type BookWallet = {
  readonly available: BookAccount
  readonly pending: BookAccount
  readonly reserved: BookAccount
  stamp: number
  position: number
}

/** The accounts that this process has used; its size is bounded. */
export type AccountBook = {
  /** The account of a key, or null when the chart does not have its code. */
  readonly find: (key: AccountKey) => BookAccount | null
  /**
   * Clears the cache when it is full, and only while no plan waits: an account must not be in a batch twice.
   */
  readonly trim: () => void
}

const made = (key: AccountKey, line: ChartAccount, wallet: BookWallet | null): BookAccount => ({
  id: accountId(key),
  key,
  line,
  wallet,
  open: false,
  lane: 0,
  stamp: 0,
  position: 0,
})

const nameOf = ({ code, asset }: AccountKey) => (asset === undefined ? code : `${code} ${asset}`)

/** @param size number of owners in memory */
export const createAccountBook = (size = 100_000): AccountBook => {
  const owners = new Map<string, Map<string, BookAccount>>()

  const addWallet = (own: Map<string, BookAccount>, key: AccountKey) => {
    const type = key.code.split('.')[1] ?? ''
    const wallet = { stamp: 0, position: 0 } as { -readonly [F in keyof BookWallet]: BookWallet[F] }
    for (const bucket of ['available', 'pending', 'reserved'] as const) {
      const code = `wallet.${type}.${bucket}`
      const line = chartAccount(code, false)
      if (!line) throw new Error(`${code} is not in the chart`)
      wallet[bucket] = made({ ...key, code }, line, wallet)
      own.set(code, wallet[bucket])
    }
  }
  const remember = (key: AccountKey): BookAccount | null => {
    const line = chartAccount(key.code, key.asset !== undefined)
    if (!line || line.owners.includes('operator') === (key.ownerId !== undefined)) return null
    const ownerId = key.ownerId ?? ''
    const own = owners.get(ownerId) ?? new Map<string, BookAccount>()
    owners.set(ownerId, own)
    if (key.code.startsWith('wallet.')) addWallet(own, key)
    else own.set(nameOf(key), made(key, line, null))
    return own.get(nameOf(key)) ?? null
  }
  return {
    find: (key) => owners.get(key.ownerId ?? '')?.get(nameOf(key)) ?? remember(key),
    trim: () => {
      if (owners.size > size) owners.clear()
    },
  }
}

/** Values with which the database opens an account; everything else comes from its chart (`chart_line`). */
export const openingOf = ({ key }: BookAccount) => ({
  code: key.code,
  asset: key.asset ?? null,
  owner_id: key.ownerId ?? null,
  company_id: key.companyId ?? null,
})
