import type { Finding } from './image-checks.ts'
import { judgePictures, neededContexts } from './picture-verdicts.ts'
import { isOpen } from './session-flow.ts'
import type { Context, Session, SessionStatus } from './session-records.ts'
import { latestAttempt, latestDecision, type Parts } from './settling.ts'

/** One picture on the capture page. */
export type CapturedImage = {
  readonly context: Context
  readonly id: string
  readonly width: number
  readonly height: number
  readonly findings: readonly Finding[]
  readonly zoneRead: boolean
}

/** All that the capture page shows. The page stores nothing itself, so it continues after a reload. */
export type CaptureState = {
  readonly status: SessionStatus
  readonly lang: 'en' | 'es'
  readonly person: { readonly firstName: string | null; readonly lastName: string | null }
  readonly document: { readonly type: string | null; readonly country: string | null }
  readonly needed: readonly Context[]
  readonly images: readonly CapturedImage[]
  /** Pictures that the last decision requested again and that have not arrived yet. */
  readonly requested: readonly { readonly context: Context; readonly findings: readonly Finding[] }[]
  readonly reasonCode: number | null
  readonly callback: string | null
  readonly expiresAt: string
}

const retakesOf = (
  parts: Parts,
  session: Session,
  images: readonly CapturedImage[],
): CaptureState['requested'] => {
  const decision = latestDecision(parts, session)?.verification
  if (!isOpen(session) || decision?.status !== 'resubmission_requested') return []
  return decision.images
    .filter(({ accepted }) => !accepted)
    .filter(({ context, id }) => {
      const current = images.find((image) => image.context === context)
      return !current || current.id === id
    })
    .map(({ context, findings }) => ({ context, findings }))
}

export const captureState = (parts: Parts, session: Session): CaptureState => {
  const media = parts.records.mediaOf(latestAttempt(parts, session).id)
  const needed = neededContexts(session.document.type ?? 'ID_CARD')
  const verdicts = judgePictures(needed, media)
  const images = media.map(({ context, id, facts }) => ({
    context,
    id,
    width: facts.width,
    height: facts.height,
    findings: verdicts.find((verdict) => verdict.context === context)?.findings ?? [],
    zoneRead: facts.zone !== null,
  }))
  return {
    status: session.status,
    lang: session.lang,
    person: { firstName: session.person.firstName, lastName: session.person.lastName },
    document: { type: session.document.type, country: session.document.country },
    needed,
    images: images.filter(({ context }) => needed.includes(context)),
    requested: retakesOf(parts, session, images),
    reasonCode: latestDecision(parts, session)?.verification.reasonCode ?? null,
    callback: session.callback,
    expiresAt: session.expiresAt,
  }
}
