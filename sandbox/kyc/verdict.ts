import { readZone, type ZoneReading } from './machine-readable-zone.ts'
import { sameName } from './name-match.ts'
import { personaOf, type Persona } from './personas.ts'
import { judgePictures, neededContexts, pictureVerdict, type PictureVerdict } from './picture-verdicts.ts'
import { reasonTexts, type DecisionStatus, type ReasonCode } from './reason-codes.ts'
import type { Context, DocumentType, Media, Session } from './session-records.ts'

/** A decision before it is stored. */
export type Verdict = {
  readonly status: DecisionStatus
  /** One of our reasons, or any text of the control plane. */
  readonly reasonCode: number | null
  readonly reason: string | null
  readonly pictures: readonly PictureVerdict[]
  readonly documentType: DocumentType
  readonly zone: ZoneReading | null
}

/** The input of a verdict. `earlier` are the picture verdicts of the previous attempt. */
export type Evidence = {
  readonly session: Session
  readonly attemptNumber: number
  readonly images: readonly Media[]
  readonly earlier: readonly PictureVerdict[]
  readonly now: Date
  /** Another person was approved with this document number. */
  readonly isUsedByOther: (country: string | null, number: string) => boolean
}

/** Attempts that may end with a request for new pictures; the next one is declined. */
const maxAttempts = 9
const adultYears = 18

type Outcome = { status: DecisionStatus; reasonCode?: ReasonCode; reason?: string }

/** Full years at a date. Dates `YYYY-MM-DD`. */
export const ageAt = (dateOfBirth: string, now: Date): number => {
  const today = now.toISOString().slice(0, 10)
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

const personaOutcomes: Partial<Record<Persona, Outcome>> = {
  approve: { status: 'approved' },
  slow: { status: 'approved' },
  decline: { status: 'declined', reasonCode: 102 },
  review: { status: 'review' },
  duplicate: { status: 'declined', reasonCode: 110 },
  underage: { status: 'declined', reasonCode: 533 },
}

const judgeNumber = ({ session, isUsedByOther }: Evidence, zone: ZoneReading | null): Outcome | null => {
  const number = zone?.documentNumber ?? session.document.number
  const country = zone?.country ?? session.document.country
  return number && isUsedByOther(country, number) ? { status: 'declined', reasonCode: 110 } : null
}

const differs = (entered: string | null, read: string | null): boolean => {
  const plain = (value: string) => value.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return entered !== null && read !== null && plain(entered) !== plain(read)
}

/** The checks of the document and of the declared person, when the pictures are good. */
const judgeDocument = (evidence: Evidence, zone: ZoneReading | null): Outcome => {
  const { session, now } = evidence
  const { person } = session
  if (zone && !zone.checksPass) return { status: 'declined', reasonCode: 102 }
  if (zone?.validUntil && zone.validUntil < now.toISOString().slice(0, 10)) {
    return { status: 'resubmission_requested', reasonCode: 207 }
  }
  const dateOfBirth = zone?.dateOfBirth ?? person.dateOfBirth
  if (dateOfBirth && ageAt(dateOfBirth, now) < adultYears) return { status: 'declined', reasonCode: 533 }
  if (zone && !sameName(person, zone)) return { status: 'declined', reasonCode: 104 }
  const duplicate = judgeNumber(evidence, zone)
  if (duplicate) return duplicate
  const otherData =
    differs(person.dateOfBirth, zone?.dateOfBirth ?? null) ||
    differs(session.document.number, zone?.documentNumber ?? null)
  if (otherData) return { status: 'review', reason: 'Data entered does not match data on document' }
  return { status: 'approved' }
}

const codeOf = (bad: readonly PictureVerdict[]): ReasonCode => {
  if (bad.some(({ reasonCode }) => reasonCode === 201)) return 201
  return bad.every(({ reasonCode }) => reasonCode === 202) ? 202 : 204
}

const resubmitPersona = (evidence: Evidence, needed: readonly Context[]): readonly PictureVerdict[] => {
  const wanted: Context = needed.includes('document-back') ? 'document-back' : 'document-front'
  const earlier = evidence.earlier.find((each) => each.context === wanted && !each.accepted)
  return needed.map((context) => {
    const image = evidence.images.find((each) => each.context === context)
    const replaced = earlier !== undefined && image !== undefined && image.id !== earlier.id
    return pictureVerdict(context, image, context === wanted && !replaced ? ['blurred'] : [])
  })
}

const typeOf = ({ session, images }: Evidence): DocumentType => {
  const zoneOnFront = images.some(({ context, facts }) => context === 'document-front' && facts.zone !== null)
  return session.document.type ?? (zoneOnFront ? 'PASSPORT' : 'ID_CARD')
}

const outcomeOf = (
  evidence: Evidence,
  zone: ZoneReading | null,
  pictures: readonly PictureVerdict[],
): Outcome => {
  if (evidence.attemptNumber > maxAttempts) return { status: 'declined', reasonCode: 539 }
  const bad = pictures.filter(({ accepted }) => !accepted)
  if (bad.length > 0) return { status: 'resubmission_requested', reasonCode: codeOf(bad) }
  const persona = personaOf(evidence.session.person)
  if (persona === 'resubmit') return { status: 'approved' }
  return (persona && personaOutcomes[persona]) ?? judgeDocument(evidence, zone)
}

/** Decides an attempt: as the persona says, or by the pictures and the text read from them (README). */
export const judge = (evidence: Evidence): Verdict => {
  const documentType = typeOf(evidence)
  const needed = neededContexts(documentType)
  const imageAt = (context: Context) => evidence.images.find((each) => each.context === context)
  const zoneText = imageAt('document-back')?.facts.zone ?? imageAt('document-front')?.facts.zone ?? null
  const zone = readZone(zoneText, evidence.now)
  const persona = personaOf(evidence.session.person)
  const pictures =
    persona === null
      ? judgePictures(needed, evidence.images)
      : persona === 'resubmit'
        ? resubmitPersona(evidence, needed)
        : needed.map((context) => pictureVerdict(context, imageAt(context), []))
  const { status, reasonCode = null, reason } = outcomeOf(evidence, zone, pictures)
  const isDocument = (context: Context) => context !== 'face'
  return {
    status,
    reasonCode,
    reason: reason ?? (reasonCode === null ? null : reasonTexts[reasonCode]),
    pictures:
      reasonCode === 207
        ? pictures.map((each) =>
            isDocument(each.context)
              ? pictureVerdict(each.context, imageAt(each.context), ['expired'])
              : each,
          )
        : pictures,
    documentType,
    zone,
  }
}
