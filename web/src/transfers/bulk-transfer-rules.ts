import { checkBatchRows, mostBatchRows } from '@cardamom/contract/transfers/wallet-load-batches'
import { z } from 'zod'
import { parseRows } from './bulk-rows.ts'

const { fromOwnerId, fromWallet } = checkBatchRows.input.shape

/** The rules of a file of transfers, with the sentences about its rows. Forms fetch this file, because zod is large. */
export const bulkTransfer = (sentences: { none: () => string; tooMany: (count: number) => string }) =>
  z.object({
    fromOwnerId,
    fromWallet,
    text: z.string().superRefine((text, issues) => {
      const { length } = parseRows(text)
      if (length === 0) issues.addIssue({ code: 'custom', message: sentences.none() })
      if (length > mostBatchRows) issues.addIssue({ code: 'custom', message: sentences.tooMany(length) })
    }),
  })
