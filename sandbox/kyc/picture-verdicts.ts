import { findingsOf, samePicture, type Finding } from './image-checks.ts'
import { reasonTexts, type ReasonCode } from './reason-codes.ts'
import type { Context, DocumentType, Media } from './session-records.ts'

/** One image's part of a decision: which image is bad, and why. */
export type PictureVerdict = {
  readonly context: Context
  readonly id: string | null
  readonly accepted: boolean
  readonly reasonCode: ReasonCode | null
  readonly reason: string | null
  readonly findings: readonly Finding[]
}

/** Images that a document needs: a passport's page has no back. */
export const neededContexts = (type: DocumentType): readonly Context[] =>
  type === 'PASSPORT' ? ['document-front', 'face'] : ['document-front', 'document-back', 'face']

const reasonFor = (context: Context, findings: readonly Finding[]): ReasonCode => {
  if (findings.includes('missing') || findings.includes('repeated')) return 201
  if (findings.includes('expired')) return 207
  return context === 'face' ? 202 : 204
}

/** A verdict on one context; no findings means accepted. */
export const pictureVerdict = (
  context: Context,
  image: Media | undefined,
  findings: readonly Finding[],
): PictureVerdict => {
  const reasonCode = findings.length === 0 ? null : reasonFor(context, findings)
  return {
    context,
    id: image?.id ?? null,
    accepted: findings.length === 0,
    reasonCode,
    reason: reasonCode === null ? null : reasonTexts[reasonCode],
    findings,
  }
}

/** Checks of the pixels: all pictures are there, none twice, each large, sharp and well lit. */
export const judgePictures = (
  needed: readonly Context[],
  images: readonly Media[],
): readonly PictureVerdict[] =>
  needed.map((context, at) => {
    const image = images.find((each) => each.context === context)
    if (!image) return pictureVerdict(context, undefined, ['missing'])
    const earlier = images.filter((each) => needed.indexOf(each.context) < at && each.context !== context)
    const repeated = earlier.some((each) => samePicture(each.facts, image.facts))
    return pictureVerdict(context, image, repeated ? ['repeated'] : findingsOf(image.facts))
  })
