import { createIncident } from '@cardamom/contract/settings/incidents'
import { z } from 'zod'

const { kind, readers, closes, en, es } = createIncident.input.shape

/** What is typed for a banner; its times are local texts. Forms fetch this file, because zod is large. */
export const TypedIncident = z.object({ kind, readers, closes, en, es, from: z.string(), until: z.string() })
