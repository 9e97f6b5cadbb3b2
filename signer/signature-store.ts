import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseTransaction, type Address, type Hex } from 'viem'

/** One signed transaction. All those of one payout and nonce pay the same. */
export type SignedPayment = {
  readonly payoutId: string
  readonly nonce: bigint
  /** 0, and one more for each replacement with higher fees. */
  readonly replacement: number
  readonly token: Address
  readonly to: Address
  readonly units: bigint
  readonly maxFeeWei: bigint
  readonly tipWei: bigint
  /** What its gas may cost. */
  readonly mostFeeWei: bigint
  readonly txHash: Hex
  readonly signedBytes: Hex
  readonly signedAtMs: number
}

/** The signer's own record of what it signed. It survives a kill: each row is on the disk before it is answered. */
export type SignatureStore = {
  /** What was signed for a payout, in the order of signing. */
  readonly ofPayout: (payoutId: string) => readonly SignedPayment[]
  /** Units of a token that were signed since an instant; a replacement counts once. */
  readonly sumSince: (token: Address, sinceMs: number) => bigint
  /** The dearest fee of each nonce among what was signed since an instant. */
  readonly feesSince: (sinceMs: number) => ReadonlyMap<bigint, bigint>
  /** Whether this transaction was signed, for whatever payout. */
  readonly has: (txHash: Hex) => boolean
  readonly add: (signed: SignedPayment) => void
  readonly close: () => void
}

const schema = `
  create table if not exists signed (
    payout_id text not null, nonce text not null, replacement integer not null, token text not null, recipient text not null,
    units text not null, max_fee_wei text not null, tip_wei text not null, tx_hash text not null unique,
    signed_bytes text not null, signed_at_ms integer not null, primary key (payout_id, nonce, replacement));
  create index if not exists signed_by_token on signed (token, signed_at_ms);`

const toSignedPayment = (row: Record<string, unknown>): SignedPayment => ({
  payoutId: String(row['payout_id']),
  nonce: BigInt(String(row['nonce'])),
  replacement: Number(row['replacement']),
  token: String(row['token']) as Address,
  to: String(row['recipient']) as Address,
  units: BigInt(String(row['units'])),
  maxFeeWei: BigInt(String(row['max_fee_wei'])),
  tipWei: BigInt(String(row['tip_wei'])),
  mostFeeWei: BigInt(String(row['most_fee_wei'])),
  txHash: String(row['tx_hash']) as Hex,
  signedBytes: String(row['signed_bytes']) as Hex,
  signedAtMs: Number(row['signed_at_ms']),
})

/** Records of an earlier version have the fee in the signed bytes only. */
const addFees = (db: DatabaseSync): void => {
  if (
    db
      .prepare('pragma table_info(signed)')
      .all()
      .some(({ name }) => name === 'most_fee_wei')
  )
    return
  db.exec('begin immediate; alter table signed add column most_fee_wei text;')
  const fill = db.prepare('update signed set most_fee_wei = ? where tx_hash = ?')
  for (const row of db.prepare('select tx_hash, signed_bytes, max_fee_wei from signed').all()) {
    const { gas = 0n } = parseTransaction(String(row['signed_bytes']) as Hex)
    fill.run(String(gas * BigInt(String(row['max_fee_wei']))), String(row['tx_hash']))
  }
  db.exec('create index signed_by_time on signed (signed_at_ms); commit;')
}

export const openSignatureStore = (dataDir: string): SignatureStore => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(join(dataDir, 'signatures.sqlite'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full;')
  db.exec(schema)
  addFees(db)
  const byPayout = db.prepare('select * from signed where payout_id = ? order by rowid')
  const byToken = db.prepare(
    'select units from signed where token = ? and signed_at_ms >= ? and replacement = 0',
  )
  const byTime = db.prepare('select nonce, most_fee_wei from signed where signed_at_ms >= ?')
  const byHash = db.prepare('select 1 from signed where tx_hash = ?')
  const insert = db.prepare('insert into signed values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  return {
    ofPayout: (payoutId) => byPayout.all(payoutId).map(toSignedPayment),
    sumSince: (token, sinceMs) =>
      byToken.all(token, sinceMs).reduce((sum, row) => sum + BigInt(String(row['units'])), 0n),
    feesSince: (sinceMs) => {
      const fees = new Map<bigint, bigint>()
      for (const row of byTime.all(sinceMs)) {
        const [nonce, fee] = [BigInt(String(row['nonce'])), BigInt(String(row['most_fee_wei']))]
        if (fee > (fees.get(nonce) ?? 0n)) fees.set(nonce, fee)
      }
      return fees
    },
    has: (txHash) => byHash.get(txHash) !== undefined,
    add: (of) => {
      const money = [of.units, of.maxFeeWei, of.tipWei].map(String) as [string, string, string]
      const head = [of.payoutId, String(of.nonce), of.replacement, of.token, of.to] as const
      insert.run(...head, ...money, of.txHash, of.signedBytes, of.signedAtMs, String(of.mostFeeWei))
    },
    close: () => db.close(),
  }
}
