import { previewTreasuryOperation, suspenseTargets } from '@cardamom/contract/treasury/treasury-operations'
import { z } from 'zod'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import {
  coinsOf,
  feeOf,
  isConversion,
  isResolution,
  needsHolder,
  needsWire,
  type TreasuryEntry,
} from './treasury-entry.ts'

type Wrong = 'amount' | 'coins' | 'reference' | 'date' | 'choose'
type Problem = readonly [keyof TreasuryEntry, Wrong]

const { kind, coins, venue, reference, valuedOn } = previewTreasuryOperation.input.shape
const fits = (rule: z.ZodType, value: unknown): boolean => rule.safeParse(value).success

/** What is missing or wrong, by field: each kind of record has fields of its own. */
const problemsOf = (entry: TreasuryEntry): Problem[] => {
  const isTrade = isConversion(entry.kind)
  const checks: readonly (readonly [boolean, ...Problem])[] = [
    [isTrade && entry.asset === '', 'asset', 'choose'],
    [isTrade && !fits(coins.unwrap(), coinsOf(entry)), 'coins', 'coins'],
    [isResolution(entry) && entry.suspenseId === '', 'suspenseId', 'choose'],
    [needsHolder(entry) && entry.holderId === '', 'holderId', 'choose'],
    [needsWire(entry) && entry.fundingId === '', 'fundingId', 'choose'],
    [amountOf(entry.amount) === null, 'amount', 'amount'],
    [isTrade && feeOf(entry) === null, 'fee', 'amount'],
    [isTrade && !fits(venue.unwrap(), entry.venue), 'venue', 'reference'],
    [!fits(reference, entry.reference), 'reference', 'reference'],
    [!fits(valuedOn, entry.valuedOn), 'valuedOn', 'date'],
  ]
  return checks.flatMap(([isWrong, field, wrong]) => (isWrong ? [[field, wrong] as const] : []))
}

/** The rules of a typed record, with the sentences about its fields. Forms fetch this file, because zod is large. */
export const typedRecord = (sentenceOf: (wrong: Wrong) => string) =>
  z
    .object({
      kind,
      amount: z.string(),
      asset: z.string(),
      coins: z.string(),
      fee: z.string(),
      venue: z.string(),
      fundingId: z.string(),
      suspenseId: z.string(),
      target: z.enum(suspenseTargets),
      holderId: z.string(),
      reference: z.string(),
      valuedOn: z.string(),
      proof: z.string(),
    })
    .superRefine((entry, issues) => {
      for (const [field, wrong] of problemsOf(entry))
        issues.addIssue({ code: 'custom', path: [field], message: sentenceOf(wrong) })
    })
