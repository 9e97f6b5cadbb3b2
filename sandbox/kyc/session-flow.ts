import { randomBytes, randomUUID } from 'node:crypto'
import { acceptImage } from './image-intake.ts'
import { personaOf, slowDecisionMs } from './personas.ts'
import { notFound, wrongStatus } from './refusal.ts'
import type { Attempt, Context, ExpectedDocument, Media, Session } from './session-records.ts'
import { closeSession, latestAttempt, type Parts } from './settling.ts'

/** Lifetime of an unfinished session. */
export const sessionLifeMs = 7 * 24 * 3600 * 1000

export type NewSession = Pick<
  Session,
  'callback' | 'lang' | 'vendorData' | 'endUserId' | 'person' | 'document'
>

/** Still waiting for the person. */
export const isOpen = ({ status }: Session): boolean =>
  status === 'created' || status === 'started' || status === 'resubmission_requested'

const fresh = ({ records }: Parts, { id }: Session): Session => {
  const session = records.session(id)
  if (!session) throw notFound('The session')
  return session
}

const newAttempt = ({ records, now }: Parts, session: Session, number: number): Attempt => {
  const attempt: Attempt = {
    id: randomUUID(),
    sessionId: session.id,
    number,
    status: 'created',
    createdAt: now().toISOString(),
    submittedAt: null,
    dueAt: null,
    decision: null,
  }
  records.putAttempt(attempt)
  return attempt
}

/** Makes a session with its first attempt. */
export const openSession = (parts: Parts, input: NewSession): Session => {
  const created = parts.now()
  const session: Session = {
    ...input,
    id: randomUUID(),
    token: randomBytes(32).toString('base64url'),
    status: 'created',
    consentedAt: null,
    createdAt: created.toISOString(),
    expiresAt: new Date(created.getTime() + sessionLifeMs).toISOString(),
  }
  parts.records.together(() => {
    parts.records.putSession(session)
    newAttempt(parts, session, 1)
  })
  return session
}

const nextAttempt = (parts: Parts, session: Session, last: Attempt): Attempt => {
  const attempt = newAttempt(parts, session, last.number + 1)
  for (const { context, id } of parts.records.mediaOf(last.id)) {
    parts.records.useMedia({ attemptId: attempt.id, context, mediaId: id })
  }
  return attempt
}

/**
 * The attempt that receives images; after a request for new pictures it is the next one, with all images
 * of the last.
 */
const start = (parts: Parts, session: Session): Attempt => {
  if (!isOpen(session)) throw wrongStatus(session.status, 'started')
  const last = latestAttempt(parts, session)
  if (session.status === 'started' || personaOf(session.person) === 'expire') return last
  const current = session.status === 'created' ? last : nextAttempt(parts, session, last)
  const attempt: Attempt = { ...current, status: 'started' }
  parts.records.putAttempt(attempt)
  parts.records.putSession({ ...session, status: 'started' })
  parts.notices.event(session, attempt.id, 'started')
  return attempt
}

/** Starts the session, or its next attempt: event 7001. Refused (409) once it is submitted or over. */
export const startSession = (parts: Parts, session: Session): void =>
  parts.records.together(() => {
    start(parts, fresh(parts, session))
  })

/** Receives, measures and encrypts an image; it replaces the attempt's earlier one of that context. */
export const addImage = async (
  parts: Parts,
  session: Session,
  image: { context: Context; bytes: Buffer; timestamp: string | null },
): Promise<Media> => {
  if (!isOpen(session)) throw wrongStatus(session.status, 'started')
  const { records, vault } = parts
  const { jpeg, facts } = await acceptImage(image.bytes)
  return records.together(() => {
    const attempt = start(parts, fresh(parts, session))
    const { context, timestamp } = image
    const media: Media = {
      id: randomUUID(),
      sessionId: session.id,
      context,
      timestamp,
      size: jpeg.length,
      facts,
    }
    records.putMedia(media, vault.encrypt(media.id, jpeg))
    records.useMedia({ attemptId: attempt.id, context, mediaId: media.id })
    records.sweepMedia(session.id)
    return media
  })
}

/**
 * Submits the attempt: event 7002, then its decision (the persona Slow waits; Expire and Abandon end
 * instead).
 */
export const submitSession = (parts: Parts, session: Session): void => {
  const { records, notices, now } = parts
  const persona = personaOf(session.person)
  records.together(() => {
    const current = fresh(parts, session)
    if (!isOpen(current)) throw wrongStatus(current.status, 'submitted')
    const attempt = start(parts, current)
    const started = fresh(parts, session)
    if (persona === 'expire') return closeSession(parts, started, 'expired')
    if (persona === 'abandon') return closeSession(parts, started, 'abandoned')
    const submittedAt = now().toISOString()
    const dueAt = new Date(now().getTime() + (persona === 'slow' ? slowDecisionMs : 0)).toISOString()
    records.putAttempt({ ...attempt, status: 'submitted', submittedAt, dueAt })
    records.putSession({ ...started, status: 'submitted' })
    notices.event(session, attempt.id, 'submitted')
  })
  parts.settleSoon()
}

/** The choice on the capture page; another kind of document removes the pictures of the old one. */
export const chooseDocument = (parts: Parts, session: Session, document: ExpectedDocument): void => {
  const { records } = parts
  records.together(() => {
    const current = fresh(parts, session)
    const attempt = start(parts, current)
    if (document.type !== current.document.type) {
      records.dropMedia({ attemptId: attempt.id, context: 'document-front' })
      records.dropMedia({ attemptId: attempt.id, context: 'document-back' })
      records.sweepMedia(session.id)
    }
    records.putSession({ ...fresh(parts, session), document })
  })
}

/** The person consented on the capture page: the session starts; the persona Abandon leaves at once. */
export const consent = (parts: Parts, session: Session): void => {
  parts.records.together(() => {
    start(parts, fresh(parts, session))
    const started = { ...fresh(parts, session), consentedAt: parts.now().toISOString() }
    parts.records.putSession(started)
    if (personaOf(session.person) === 'abandon') closeSession(parts, started, 'abandoned')
  })
}

/** A person opened the capture page: for the persona Expire the session has expired by then. */
export const pageOpened = (parts: Parts, session: Session): Session => {
  if (personaOf(session.person) !== 'expire' || !isOpen(session)) return session
  parts.records.together(() => {
    closeSession(parts, session, 'expired')
  })
  return fresh(parts, session)
}

export const speak = (parts: Parts, session: Session, lang: 'en' | 'es'): void => {
  parts.records.putSession({ ...fresh(parts, session), lang })
}

/** Erases the session and its images' keys. Refused (409) while it is being decided. */
export const removeSession = (parts: Parts, session: Session): void => {
  if (session.status === 'submitted') throw wrongStatus(session.status, 'deleted')
  parts.records.together(() => {
    if (isOpen(session)) closeSession(parts, session, session.status === 'created' ? 'expired' : 'abandoned')
    parts.records.removeSession(session.id)
  })
}
