import { formatCents } from '@cardamom/contract/money'
import { confirmed, preview, sendMoney } from './money-calls.ts'
import { newKey, type RunState } from './run-state.ts'

const wallets = ['regular', 'immediate'] as const
const someCents = ({ random }: RunState, most: number): bigint => BigInt(random.whole(1, most))

/** An administrator credits or debits the wallet of a company by hand; most companies get their money so. */
export const adjustWallet = async (run: RunState): Promise<string> => {
  const { random } = run
  const type = random.chance(0.7) ? 'credit' : 'debit'
  const amount = formatCents(someCents(run, 120_000))
  const wallet = random.pick(wallets)
  const body = { ownerId: random.pick(run.companies), wallet, type, amount, reason: 'Correction' }
  return `${type} of ${amount} to a ${wallet} wallet: ${await sendMoney(run, '/wallet-adjustments', body)}`
}

type Fees = Record<'total' | 'fee', string>

/** Money moves between the wallets of two companies, at the fee that the preview shows. */
export const transferBetween = async (
  run: RunState,
  of: { fromOwnerId: string; toOwnerId: string; wallet: (typeof wallets)[number]; cents: bigint },
): Promise<string> => {
  const { fromOwnerId, toOwnerId, wallet, cents } = of
  const sides = { fromOwnerId, fromWallet: wallet, toOwnerId, toWallet: wallet }
  const amount = formatCents(cents)
  const query = { ...sides, amount, amountIs: run.random.pick(['total', 'net']) }
  const seen = await preview<Fees>(run, run.administrators[0], { path: '/transfers/preview', query })
  if (typeof seen === 'string') return `no transfer of ${amount}: ${seen}`
  const { total, fee } = seen
  const body = { ...sides, total, fee, reason: 'Share' }
  return `transfer of ${total}, ${fee} of it fee: ${await sendMoney(run, '/transfers', body)}`
}

export const transferMoney = async (run: RunState): Promise<string> => {
  const { random } = run
  const fromOwnerId = random.pick(run.companies)
  const toOwnerId = random.pick(run.companies.filter((id) => id !== fromOwnerId))
  const wallet = random.pick(wallets)
  return transferBetween(run, { fromOwnerId, toOwnerId, wallet, cents: someCents(run, 60_000) })
}

/** Money of a company's wallet goes to the card of a person. */
export const loadCardFromWallet = async (run: RunState): Promise<string> => {
  const { random } = run
  const { cardId } = random.pick(run.people)
  const fromWallet = random.pick(wallets)
  // Only companies above the holder's company may load the card; the first three are a chain.
  const sides = { fromOwnerId: random.pick(run.companies.slice(0, 3)), fromWallet, cardId }
  const amount = formatCents(someCents(run, 20_000))
  const query = { ...sides, amount, amountIs: 'total' }
  const seen = await preview<Fees>(run, run.administrators[0], { path: '/transfers/to-card/preview', query })
  if (typeof seen === 'string') return `no load of a card by ${amount}: ${seen}`
  const { total, fee } = seen
  const body = { ...sides, total, fee, reason: 'Salary' }
  return `${fromWallet} load of a card by ${total}: ${await sendMoney(run, '/transfers/to-card', body)}`
}

type PickRow = { readonly id: string; readonly net: bigint; readonly status: string }

/** A transfer goes back to its sender with its fee. */
export const reverseTransfer = async (run: RunState): Promise<string> => {
  const rows = await run.world.rows<PickRow>(
    `select id, net_cents as net, status from wallet_transfer where kind = 'transfer' order by made_at desc limit 5`,
  )
  if (rows.length === 0) return 'no transfer to reverse'
  const { id, status } = run.random.pick(rows)
  return `reversal of a ${status} transfer: ${await sendMoney(run, `/transfers/${id}/reversal`, { reason: 'By mistake' })}`
}

const openSettlements = `select id, status, matured_cents + added_cents - deducted_cents as net from settlement
  where status in ('draft', 'approved') order by id limit 5`

/** A settlement that waits for people is approved or voided; an approved one is paid before the daily run does. */
export const decideSettlement = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const [maker] = run.administrators
  const rows = await world.rows<PickRow>(openSettlements)
  if (rows.length === 0) return 'no open settlement'
  const { id, net, status } = random.pick(rows)
  const isVoid = random.chance(0.2)
  const ending = status === 'draft' ? 'approval' : 'payment'
  const path = `/settlements/${id}/${isVoid ? 'void' : ending}`
  if (isVoid) {
    const answer = await confirmed(run, maker, {
      method: 'POST',
      path,
      body: { reason: 'Wrong period' },
      key: newKey(run),
    })
    return `void of a settlement: ${answer.status}`
  }
  const signed = net < 0n ? `-${formatCents(-net)}` : formatCents(net)
  const body = ending === 'approval' ? { net: signed, reason: 'Checked' } : {}
  return `${ending} of a settlement of ${signed}: ${await sendMoney(run, path, body)}`
}
