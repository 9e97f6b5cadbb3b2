import { z } from 'zod'
import { searchText } from './wire.ts'

/** Query of every list: size, opaque cursor, order and free text (api §2). */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
  q: searchText.optional(),
})

/** Answer of every list: rows, the cursor of the next page, and a count that stops at 10,000. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable(),
    count: z.number().int(),
    countIsCapped: z.boolean(),
  })
