import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { readWalletOwner } from './wallet-owners.ts'

const describeStatement: DescribeStepUp = async ({ sql, me, input }) => {
  const owner = await readWalletOwner(sql, me, textOf(input['ownerId']))
  if (!owner) return {}
  return owner.kind === 'company' ? { company: owner.name } : { person: owner.name }
}

export const walletStepUps = {
  'POST /wallets/export': () => Promise.resolve({}),
  'POST /wallets/statement/export': describeStatement,
} satisfies Partial<StepUpDescribers>
