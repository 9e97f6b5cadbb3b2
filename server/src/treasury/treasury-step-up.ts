import { formatCents } from '@cardamom/contract/money'
import { publicRef } from '../kernel/ids.ts'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { readHolderName } from '../wallets/wallet-holders.sql.ts'

const dollars = (value: unknown): string => (typeof value === 'bigint' ? formatCents(value) : '')
const wireName = (id: unknown): string => (typeof id === 'string' ? publicRef('O', id) : '')

/** What a record says, for the confirmation of its maker and for who approves it. */
const describeOperation: DescribeStepUp = async ({ sql, input }) => {
  const { amount, fee, value, coins, asset, venue, target, targetId, fundingId, suspenseId } = input
  return {
    treasuryKind: textOf(input['kind']),
    amount: dollars(amount),
    coin: coins === undefined ? '' : `${textOf(coins)} ${textOf(asset)}`,
    fee: dollars(fee),
    coinValue: dollars(value),
    venue: textOf(venue),
    suspense: textOf(suspenseId),
    suspenseTarget: textOf(target),
    wire: wireName(target === 'funding' ? targetId : fundingId),
    holder: target === 'wallet' ? await readHolderName(sql, textOf(targetId)) : '',
    recordReference: textOf(input['reference']),
    valuedOn: textOf(input['valuedOn']),
    proof: textOf(input['proof']),
    reason: textOf(input['reason']),
  }
}

export const treasuryStepUps = {
  'POST /treasury-operations': describeOperation,
} satisfies Partial<StepUpDescribers>
