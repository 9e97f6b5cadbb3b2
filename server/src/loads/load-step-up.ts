import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { readOwnLoad } from './loads.sql.ts'

const describeRefund: DescribeStepUp = async ({ sql, me, params, input }) => {
  const load = await readOwnLoad(sql, { id: textOf(params['id']), userId: me.userId })
  return { ...(load ? { load: load.ref } : {}), address: textOf(input['address']) }
}

export const loadStepUps = {
  'POST /loads/:id/refund': describeRefund,
} satisfies Partial<StepUpDescribers>
