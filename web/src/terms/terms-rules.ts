import { publishTerms } from '@cardamom/contract/terms/terms-versions'
import { z } from 'zod'

const { from } = publishTerms.input.shape
const Text = z.object({ title: z.string().min(1), body: z.string().min(1) })
const Texts = z.object({ terms: Text, privacy: Text })

/** What is typed for a new version. Forms fetch this file, because zod is large. */
export const TypedTerms = z.object({ from, en: Texts, es: Texts })
