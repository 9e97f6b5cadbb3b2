import { createTopUp, matchTopUp, reverseTopUp } from '@cardamom/contract/deposits'
import { createCoinDeposit } from '@cardamom/contract/deposits/coin-deposits'
import { setBalanceAllowance } from '@cardamom/contract/limits/balance-allowances'
import {
  approveSettlement,
  createSettlement,
  paySettlement,
} from '@cardamom/contract/settlements/settlement-decisions'
import { formatCents, SignedCents } from '@cardamom/contract/money'
import { createTransfer, reverseTransfer } from '@cardamom/contract/transfers'
import { createWalletLoad } from '@cardamom/contract/transfers/wallet-loads'
import { adjustWallet } from '@cardamom/contract/wallets/wallet-adjustments'
import { approveWithdrawal, rejectWithdrawal } from '@cardamom/contract/withdrawals/withdrawal-decisions'
import {
  addPayoutAddress,
  cancelWithdrawal,
  requestWithdrawal,
} from '@cardamom/contract/withdrawals/withdrawal-requests'
import type { Kernel } from '../../kernel/module.ts'
import type { EmbeddedControls } from '../embedded-controls.ts'
import { createPartnerCalls, personOf, refusedWith, type CallAnswer } from './partner-calls.ts'
import { finalBlocks, type createDemoActions } from './demo-actions.ts'
import type { PartnerAction } from './partner-action.ts'
import { proofOfWire } from './proof-of-wire.ts'

type Actions = Pick<
  ReturnType<typeof createDemoActions>,
  'browserOf' | 'cardOfPerson' | 'passUntil' | 'payOnChain'
>
type ActionOf<Kind> = Extract<PartnerAction, { kind: Kind }>

/** What the demo's administrators do with the money of companies, by the calls of their screens. */
export const createPartnerActions = (
  kernel: Pick<Kernel, 'db' | 'ids' | 'clock'>,
  { controls, actions }: { readonly controls: EmbeddedControls; readonly actions: Actions },
) => {
  const { clock } = kernel
  const { companyOf, browserNamed, send, decided, until } = createPartnerCalls(kernel, actions)
  /** Ids of what was made, by key. What an interrupted history lost is not continued. */
  const made = new Map<string, string>()

  const continued = async (key: string, use: (id: string) => Promise<unknown>): Promise<void> => {
    const id = made.get(key)
    if (id) await use(id)
  }

  const wire = async (who: string, action: ActionOf<'wire'>) => {
    const { company, wallet, gross, fee } = action
    const browser = await browserNamed(who)
    const bankReference = `DEMO ${action.key.toUpperCase()}`
    const proof = await browser.post<{ id: string }>('/top-up-proofs', {
      file: proofOfWire([
        `Transfer ${bankReference}`,
        `${gross} USD`,
        clock.now().toISOString().slice(0, 10),
      ]),
    })
    const companyId = await companyOf(company)
    await decided(who, action.approvedBy, createTopUp, {
      input: {
        companyId,
        wallet,
        gross,
        fee,
        bankReference,
        valuedOn: clock.now().toISOString().slice(0, 10),
        proofId: proof.id,
        reason: 'Wire of the company',
      },
    })
    const { items } = await browser.get<{ items: CallAnswer[] }>(
      `/top-ups?q=${encodeURIComponent(bankReference)}`,
    )
    if (items[0]) made.set(action.key, items[0].id)
  }

  const coinDeposit = async (who: string, action: ActionOf<'coin_deposit'>) => {
    const { wallet, amount, asset } = action
    const companyId = await companyOf(action.company)
    const input = { companyId, wallet, amount, asset, network: 'ethereum' }
    const deposit = await send<{ id: string; address: string; due: string }>(who, createCoinDeposit, {
      input,
    })
    await actions.payOnChain({ asset, to: deposit.address, amount: deposit.due })
    await until(who, `/coin-deposits/${deposit.id}`, ['credited'])
  }

  const transfer = async (who: string, action: ActionOf<'transfer'>) => {
    const { wallet, total, fee, note } = action
    const [fromOwnerId, toOwnerId] = [await companyOf(action.from), await companyOf(action.to)]
    const wallets = { fromWallet: wallet, toWallet: wallet }
    const input = { fromOwnerId, toOwnerId, ...wallets, total, fee, reason: note }
    made.set(action.key, await decided(who, undefined, createTransfer, { input }))
  }

  const cardLoad = async (who: string, action: ActionOf<'card_load'>) => {
    const { wallet, total, fee } = action
    const card = await actions.cardOfPerson(personOf(action.card))
    const reason = `Load for ${personOf(action.card).firstName}`
    const fromOwnerId = await companyOf(action.from)
    const input = { fromOwnerId, fromWallet: wallet, cardId: card.id, total, fee, reason }
    const sent = send(who, createWalletLoad, { input })
    const id = await (action.refusedAs
      ? refusedWith(sent, action.refusedAs)
      : sent.then((answer) => answer.id))
    if (id === null) return
    if (wallet === 'immediate') await until(who, `/transfers/${id}`, ['completed'])
  }

  /** Draws up a settlement of the last period with a line by hand, which another person approves and pays. */
  const settleByHand = async (who: string, action: ActionOf<'settle_by_hand'>) => {
    const { wallet, line, note, approvedBy } = action
    const input = {
      ownerId: await companyOf(action.company),
      wallet,
      day: clock.now().toISOString().slice(0, 10),
      lines: [{ amount: line, note }],
      reason: note,
    }
    const { id } = await send(who, createSettlement, { input })
    const browser = await browserNamed(approvedBy)
    const { matured, manual } = await browser.get<{ matured: string; manual: string }>(`/settlements/${id}`)
    const net = formatCents(SignedCents.parse(matured) + SignedCents.parse(manual))
    await decided(approvedBy, undefined, approveSettlement, { params: { id }, input: { net, reason: note } })
    await send(approvedBy, paySettlement, { params: { id }, input: {} })
  }

  const withdraw = async (who: string, action: ActionOf<'withdraw'>) => {
    const browser = await browserNamed(who)
    const [address] = await browser.get<CallAnswer[]>('/payout-addresses?of=company')
    if (!address) throw new Error(`The demo's ${who} has no address`)
    const { wallet, total } = action
    const input = {
      of: 'company',
      wallet,
      addressId: address.id,
      asset: 'USDT',
      total,
      fee: '1.00',
      description: 'Earnings',
    }
    made.set(action.key, (await send(who, requestWithdrawal, { input })).id)
  }

  const approve = async (who: string, id: string) => {
    const browser = await browserNamed(who)
    const { net, address } = await browser.get<{ net: string; address: string }>(`/withdrawals/${id}`)
    await send(who, approveWithdrawal, { params: { id }, input: { net, address } })
    await actions.passUntil(async () => {
      await controls.post('chain', '/mine', { blocks: finalBlocks })
      return (await browser.get<{ status: string }>(`/withdrawals/${id}`)).status === 'COMPLETED'
    })
  }

  const allow = async (who: string, { company, amount }: ActionOf<'allowance'>) => {
    const companyId = await companyOf(company)
    const reason = 'Agreed with the company above'
    await send(who, setBalanceAllowance, { input: { allowance: amount, companyId, version: 0, reason } })
    const browser = await browserNamed(who)
    type Limits = { allowance: { state: string } | null }
    await actions.passUntil(async () => {
      const { allowance } = await browser.get<Limits>(`/company-limits?companyId=${companyId}`)
      return allowance?.state === 'in_force'
    })
  }

  const adjust = async (who: string, action: ActionOf<'adjust'>) => {
    const { wallet, type, amount, note: reason } = action
    const input = { ownerId: await companyOf(action.company), wallet, type, amount, reason }
    await decided(who, action.approvedBy, adjustWallet, { input })
  }

  return {
    perform: async (who: string, action: PartnerAction): Promise<unknown> => {
      switch (action.kind) {
        case 'wire':
          return wire(who, action)
        case 'match_wire':
          return continued(action.key, (id) =>
            send(who, matchTopUp, {
              params: { id },
              input: { statementLine: `Line ${action.key}`, amount: action.amount },
            }),
          )
        case 'reverse_wire':
          return continued(action.key, (id) =>
            decided(who, action.approvedBy, reverseTopUp, {
              params: { id },
              input: { reason: 'The wire bounced' },
            }),
          )
        case 'coin_deposit':
          return coinDeposit(who, action)
        case 'adjust':
          return adjust(who, action)
        case 'transfer':
          return transfer(who, action)
        case 'transfer_back':
          return continued(action.key, (id) =>
            decided(who, undefined, reverseTransfer, { params: { id }, input: { reason: action.note } }),
          )
        case 'card_load':
          return cardLoad(who, action)
        case 'allowance':
          return allow(who, action)
        case 'settle_by_hand':
          return settleByHand(who, action)
        case 'address': {
          const { label, address } = action
          return send(who, addPayoutAddress, {
            input: { of: 'company', label, network: 'ethereum', address },
          })
        }
        case 'withdraw':
          return withdraw(who, action)
        case 'approve_withdrawal':
          return continued(action.key, (id) => approve(who, id))
        case 'reject_withdrawal':
          return continued(action.key, (id) =>
            send(who, rejectWithdrawal, { params: { id }, input: { reason: action.note } }),
          )
        default:
          return continued(action.key, (id) => send(who, cancelWithdrawal, { params: { id }, input: {} }))
      }
    },
  }
}
