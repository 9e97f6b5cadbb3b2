import { SetRates, setCompanyFees } from '@cardamom/contract/fees/fee-schedules'
import { z } from 'zod'

const { from, reason, regular, immediate } = setCompanyFees.input.shape

/** What is typed for new fees: rates of transfers count while they pay a fee. Forms fetch this file, because zod is large. */
export const TypedRates = z
  .object({ from, reason, regular, immediate, transfer: z.array(z.string()), paysTransfers: z.boolean() })
  .superRefine(({ transfer, paysTransfers }, issues) => {
    const found = paysTransfers ? SetRates.safeParse(transfer).error : undefined
    for (const { path, message } of found?.issues ?? [])
      issues.addIssue({ code: 'custom', path: ['transfer', ...path], message })
  })
