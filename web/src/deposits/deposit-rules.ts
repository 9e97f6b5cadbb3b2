import { createTopUp } from '@cardamom/contract/deposits'
import { z } from 'zod'
import { TypedAmount } from '../ui/wallets/typed-amount-rule.ts'

const { companyId, wallet, bankReference, valuedOn, proofId } = createTopUp.input.shape

type Sentences = Readonly<Record<'reference' | 'valuedOn' | 'proofId', string>>

const orSentence = (rule: z.ZodType, error: string) =>
  z.string().refine((typed) => rule.safeParse(typed).success, { error })

/** What is typed for a wire, with the sentences about its fields. Forms fetch this file, because zod is large. */
export const typedWire = (sentences: Sentences) =>
  z.object({
    companyId,
    wallet,
    amount: TypedAmount,
    reference: orSentence(bankReference, sentences.reference),
    valuedOn: orSentence(valuedOn, sentences.valuedOn),
    proofId: orSentence(proofId, sentences.proofId),
  })
