import { importCardStock, mostStockRows } from '@cardamom/contract/cards/card-stock'
import { z } from 'zod'
import { stockLines } from './stock-rows.ts'

/** The rules of a file of stock, with the sentences about its lines. Forms fetch this file, because zod is large. */
export const stockFile = (sentences: { none: () => string; tooMany: (count: number) => string }) =>
  z.object({
    cardTypeId: importCardStock.input.shape.cardTypeId,
    text: z.string().superRefine((text, issues) => {
      const { length } = stockLines(text)
      if (length === 0) issues.addIssue({ code: 'custom', message: sentences.none() })
      if (length > mostStockRows) issues.addIssue({ code: 'custom', message: sentences.tooMany(length) })
    }),
  })
