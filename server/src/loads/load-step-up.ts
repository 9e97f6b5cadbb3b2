import { formatCents } from '@cardamom/contract/money'
import { personOf } from '../identity/person-step-up.ts'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { netOfPart } from './load-part-plan.ts'
import type { LoadRecord } from './load-record.ts'
import { readOpenRefund } from './load-refunds.sql.ts'
import { readLoadInScope, readOwnLoad } from './loads.sql.ts'

const describeRefund: DescribeStepUp = async ({ sql, me, params, input }) => {
  const load = await readOwnLoad(sql, { id: textOf(params['id']), userId: me.userId })
  return { ...(load ? { load: load.ref } : {}), address: textOf(input['address']) }
}

const describeCompanyCredit: DescribeStepUp = async ({ sql, me, params, input: { net, reason } }) => {
  const load = await readLoadInScope(sql, { id: textOf(params['id']), scope: me.scope })
  return {
    ...(load ? { load: load.ref, ...(await personOf(sql, load.userId)) } : {}),
    amount: typeof net === 'bigint' ? formatCents(net) : '',
    reason: textOf(reason),
  }
}

const describeCompanyRefund: DescribeStepUp = async ({ sql, me, params, input: { reason } }) => {
  const load = await readLoadInScope(sql, { id: textOf(params['id']), scope: me.scope })
  const refund = load && (await readOpenRefund(sql, load.id))
  return {
    ...(load ? { load: load.ref, ...(await personOf(sql, load.userId)) } : {}),
    ...(refund ? { address: refund.address } : {}),
    reason: textOf(reason),
  }
}

/** What a card loses: the net of a part, or of all that is left. */
const amountOf = (load: LoadRecord, gross: unknown) =>
  typeof gross === 'bigint' && gross < load.grossCents ? netOfPart(load, gross) : load.netCents

const describeUndo: DescribeStepUp = async ({ sql, me, params, input: { gross, reason } }) => {
  const load = await readLoadInScope(sql, { id: textOf(params['id']), scope: me.scope })
  return {
    ...(load
      ? { load: load.ref, ...(await personOf(sql, load.userId)), amount: formatCents(amountOf(load, gross)) }
      : {}),
    reason: textOf(reason),
  }
}

const describeRest: DescribeStepUp = async ({ sql, me, params }) => {
  const load = await readLoadInScope(sql, { id: textOf(params['id']), scope: me.scope })
  return load ? { load: load.ref, ...(await personOf(sql, load.userId)) } : {}
}

export const loadStepUps = {
  'POST /loads/:id/refund': describeRefund,
  'POST /company-loads/:id/credit': describeCompanyCredit,
  'POST /company-loads/:id/refund': describeCompanyRefund,
  'POST /company-loads/:id/refund/stop': describeCompanyRefund,
  'POST /company-loads/:id/undo': describeUndo,
  'POST /company-loads/:id/reversal': describeUndo,
  'POST /company-loads/:id/rest-requests': describeRest,
} satisfies Partial<StepUpDescribers>
