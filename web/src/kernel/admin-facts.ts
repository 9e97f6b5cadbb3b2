import type { FunctionComponent } from 'react'
import { store } from './signal.ts'

/**
 * Shows a fact about permissions in the reader's language. The admin area's frame sets it, because the names of the
 * tags are loaded for admins only, while everybody has the confirmation that shows facts.
 */
export const adminFact = store<FunctionComponent<{ fact: string; value: string }> | null>(null)
