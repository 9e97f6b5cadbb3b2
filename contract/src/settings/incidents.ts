import { z } from 'zod'
import { endpoint, type Endpoint } from '../endpoint.ts'
import { Id, Instant, typedText } from '../wire.ts'

/** What a banner is about. Only `maintenance` can close areas, and only `information` can be dismissed. */
export const incidentKinds = ['information', 'incident', 'maintenance'] as const
export type IncidentKind = (typeof incidentKinds)[number]

/** Who reads a banner. */
export const incidentReaders = ['everyone', 'signedOut', 'cardholders', 'administrators'] as const
export type IncidentReaders = (typeof incidentReaders)[number]

/** Areas of the product that a maintenance can close. */
export const closableAreas = ['loads', 'cards', 'kyc'] as const
export type ClosableArea = (typeof closableAreas)[number]

/** First parts of the paths of an area's calls. */
const pathsOf: Readonly<Record<ClosableArea, readonly string[]>> = {
  loads: ['loads', 'company-loads'],
  cards: ['cards'],
  kyc: ['kyc', 'kyc-cases'],
}

/** A card is paused at any time: a lost card does not wait for the end of a maintenance. */
const alwaysOpen: ReadonlySet<string> = new Set(['POST /cards/:id/pause'])

/**
 * The area whose maintenance refuses this call; null: none does. Reads go on, also those that are recorded and those
 * that make a file.
 */
export const closableAreaOf = ({
  method,
  path,
  effect,
  streams,
}: Pick<Endpoint, 'method' | 'path' | 'effect' | 'streams'>): ClosableArea | null => {
  const isRead = method === 'GET' || effect === 'read' || streams !== undefined || path.endsWith('/export')
  if (isRead || alwaysOpen.has(`${method} ${path}`)) return null
  const first = path.split('/')[1] ?? ''
  return closableAreas.find((area) => pathsOf[area].includes(first)) ?? null
}

const IncidentText = typedText({ max: 300 })

const Incident = z.object({
  id: Id,
  kind: z.enum(incidentKinds),
  readers: z.enum(incidentReaders),
  /** Areas that are closed while the banner is shown. */
  closes: z.array(z.enum(closableAreas)),
  en: z.string(),
  es: z.string(),
  from: Instant,
  until: Instant.nullable(),
  state: z.enum(['upcoming', 'current', 'past']),
  createdByName: z.string().nullable(),
  /** When a person ended it, before its time. */
  endedAt: Instant.nullable(),
  endedByName: z.string().nullable(),
})

export const listIncidents = endpoint({
  method: 'GET',
  path: '/incidents',
  summary:
    'Banners of incidents and maintenance: present ones and the last hundred past ones, the newest first',
  who: 'settings.view',
  output: z.object({ items: z.array(Incident) }),
  refusals: {},
})

export const createIncident = endpoint({
  method: 'POST',
  path: '/incidents',
  summary: 'Show a banner in both languages; a maintenance can close areas',
  who: 'settings.general',
  stepUp: 'S2',
  idempotent: true,
  status: 201,
  input: z
    .object({
      kind: z.enum(incidentKinds),
      readers: z.enum(incidentReaders),
      closes: z
        .array(z.enum(closableAreas))
        .max(closableAreas.length)
        .refine((all) => new Set(all).size === all.length, { error: 'invalid' }),
      en: IncidentText,
      es: IncidentText,
      /** Absent: from now on. */
      from: Instant.optional(),
      /** Absent: until a person ends it. */
      until: Instant.optional(),
    })
    .refine(({ kind, closes }) => kind === 'maintenance' || closes.length === 0, {
      error: 'only_maintenance_closes',
      path: ['closes'],
    }),
  output: z.object({ id: Id }),
  refusals: { validation: 422 },
})

export const endIncident = endpoint({
  method: 'POST',
  path: '/incidents/:id/end',
  summary: 'End a banner now; what it closed is open again at the next request',
  who: 'settings.general',
  stepUp: 'S2',
  idempotent: true,
  params: z.object({ id: Id }),
  output: z.object({ id: Id }),
  refusals: { record_not_found: 404, incident_over: 409 },
})

export const readShownIncidents = endpoint({
  method: 'GET',
  path: '/incidents/shown',
  summary: 'Banners that the caller sees now, in their language',
  who: 'public',
  whileLocked: true,
  whileEnrolling: true,
  output: z.object({
    items: z.array(
      z.object({ id: Id, kind: z.enum(incidentKinds), text: z.string(), until: Instant.nullable() }),
    ),
  }),
  refusals: {},
})
