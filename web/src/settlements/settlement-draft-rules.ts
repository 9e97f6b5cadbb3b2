import { previewSettlement } from '@cardamom/contract/settlements/settlement-decisions'
import { z } from 'zod'
import { isEmptyLine, signedOf } from './settlement-draft.ts'

/** A line by hand as a person types it. A line of which nothing is typed is none. */
const typedLine = (amountWrong: string) =>
  z.object({ amount: z.string(), note: z.string() }).superRefine((line, issues) => {
    if (isEmptyLine(line)) return
    const add = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
    if (signedOf(line.amount) === null) add('amount', amountWrong)
    if (line.note.trim() === '') add('note', 'required')
  })

const { ownerId, wallet, day } = previewSettlement.input.shape

/**
 * The rules of a typed settlement by hand, with the sentence about a wrong amount: here it may have either sign. Forms fetch
 * this file, because zod is large.
 */
export const typedSettlement = (amountWrong: string) =>
  z.object({ ownerId, wallet, day, lines: z.array(typedLine(amountWrong)) })
