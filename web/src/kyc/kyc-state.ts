import type { KycReason } from '@cardamom/contract/kyc'
import type { Text } from '../kernel/i18n.tsx'
import type { Tone } from '../ui/status.tsx'
import type { Kyc } from './kyc-start.ts'

type KycText = Text<'kyc'>
export type StateCode = 'AT003' | 'RJT001' | 'REV001' | 'FL001'

/** Texts of the page for a case; every state and code has its own (ux §2). */
export type StateTexts = {
  readonly tone: Tone
  readonly pill: string | null
  readonly title: string
  readonly body: string
  readonly code: StateCode | null
  /** When this state started; null before the first step. */
  readonly at: string | null
}

const fixOf: Partial<
  Record<KycReason, 'name' | 'document' | 'original' | 'used' | 'photo' | 'face' | 'none'>
> = {
  names_differ: 'name',
  data_differs: 'name',
  document_tampered: 'original',
  document_used: 'used',
  document_expired: 'document',
  document_damaged: 'document',
  document_not_supported: 'document',
  document_incomplete: 'photo',
  document_not_physical: 'photo',
  image_quality: 'photo',
  images_missing: 'photo',
  face_unclear: 'face',
  face_differs: 'face',
  under_age: 'none',
}

/** Why the check was rejected, and what the person can do. */
export const rejectionText = (t: KycText, reason: KycReason | null): string => {
  const known = reason ?? 'other'
  return `${t(`reason.${known}`)} ${t(`fix.${fixOf[known] ?? 'other'}`)}`
}

const findings = ['missing', 'expired', 'too_small', 'blurred', 'too_dark', 'too_bright', 'repeated'] as const
export type Finding = (typeof findings)[number] | 'other'

/** The most important finding of a picture, which may have several. */
export const mainFinding = (found: readonly string[]): Finding =>
  findings.find((each) => found.includes(each)) ?? 'other'

export const badImages = (kyc: Kyc) => kyc.images.filter(({ accepted }) => !accepted)

export const documentInText = (t: KycText, kyc: Kyc): string =>
  t(`documentInText.${kyc.form.documentType ?? 'other'}`)

const retakeTexts = (t: KycText, kyc: Kyc): Pick<StateTexts, 'title' | 'body'> => {
  const bad = badImages(kyc)
  const [first] = bad
  if (!first) {
    const reason = kyc.reason ?? 'image_quality'
    return { title: t('status.resubmitted'), body: t(`reason.${reason}`) }
  }
  const finding = mainFinding(first.findings)
  const isUnclearFace = first.side === 'face' && finding === 'blurred'
  const reason = t(`photoReason.${isUnclearFace ? 'face' : finding}`)
  const isSame = bad.every(({ findings: found }) => mainFinding(found) === finding)
  const isOne = bad.length === 1
  const title =
    isOne || (isSame && finding === 'expired')
      ? t(`photoTitle.${finding}`, { side: first.side, document: documentInText(t, kyc) })
      : t('state.severalPhotos', { count: String(bad.length) })
  const rest = bad.length < kyc.images.length ? [t('state.restKept')] : []
  return { title, body: [...(isOne || isSame ? [reason] : []), ...rest].join(' ') }
}

/** Tips for the refused pictures, each once. */
export const tipsOf = (t: KycText, kyc: Kyc): string[] => {
  const tips = badImages(kyc).map(({ side, findings: found }) => {
    const finding = mainFinding(found)
    return t(`tip.${side === 'face' && finding !== 'missing' ? 'face' : finding}`)
  })
  return [...new Set(tips)]
}

const tones: Partial<Record<NonNullable<Kyc['status']>, Tone>> = {
  submitted: 'info',
  needs_review: 'info',
  positive: 'good',
  admin_approved: 'good',
  declined: 'bad',
  admin_rejected: 'bad',
  resubmitted: 'warn',
  expired: 'warn',
  abandoned: 'warn',
}

/**
 * Days that the texts name: the end of the open session and of the review. A review after its day has none.
 */
export type StateDays = { readonly until: string; readonly reviewBy: string | null }

const titleAndBody = (t: KycText, kyc: Kyc, days: StateDays): Pick<StateTexts, 'title' | 'body'> => {
  const { status } = kyc
  const { until, reviewBy } = days
  const of = (name: 'start' | 'submitted' | 'verified' | 'expired' | 'abandoned' | 'reset') => ({
    title: t(`state.${name}.title`),
    body: t(`state.${name}.body`),
  })
  switch (status) {
    case null:
      return of('start')
    case 'created':
    case 'started':
      return { title: t(`state.${status}.title`), body: t(`state.${status}.body`, { until }) }
    case 'positive':
    case 'admin_approved':
      return of('verified')
    case 'needs_review':
      return {
        title: t('state.needs_review.title'),
        body:
          reviewBy === null ? t('state.needs_review.late') : t('state.needs_review.body', { by: reviewBy }),
      }
    case 'declined':
      return { title: t('state.declined.title'), body: rejectionText(t, kyc.reason) }
    case 'resubmitted':
      return retakeTexts(t, kyc)
    case 'admin_rejected':
      return { title: t('state.rejected.title'), body: t('state.rejected.body') }
    default:
      return of(status)
  }
}

/** The texts of the page for a case. */
export const stateTexts = (t: KycText, kyc: Kyc, days: StateDays): StateTexts => {
  const { status, code } = kyc
  const isExhausted = code === 'AT003'
  const texts = isExhausted
    ? {
        title: t('state.exhausted.title'),
        body: `${t(`reason.${kyc.reason ?? 'other'}`)} ${t('state.exhausted.body')}`,
      }
    : titleAndBody(t, kyc, days)
  return {
    ...texts,
    code,
    tone: isExhausted ? 'bad' : status === null ? 'neutral' : (tones[status] ?? 'neutral'),
    pill: status === null ? null : t(`status.${status}`),
    at: kyc.timeline[0]?.at ?? null,
  }
}

/** Texts for FL001, the state in which the service did not answer. */
export const downTexts = (t: KycText): StateTexts => ({
  tone: 'warn',
  pill: t('state.down.pill'),
  title: t('state.down.title'),
  body: t('state.down.body'),
  code: 'FL001',
  at: null,
})
