import type { KycStatus } from '@cardamom/contract/kyc'
import { useText, type Text } from '../kernel/i18n.tsx'
import { Status, type Tone } from '../ui/status.tsx'

/** The style of each state of an identity check, for the staff. */
export const kycCaseTones: Record<KycStatus, Tone> = {
  created: 'neutral',
  started: 'neutral',
  submitted: 'info',
  positive: 'good',
  declined: 'bad',
  resubmitted: 'warn',
  expired: 'neutral',
  abandoned: 'neutral',
  needs_review: 'warn',
  admin_approved: 'good',
  admin_rejected: 'bad',
  reset: 'neutral',
}

/** The status of an identity check, in the terms of the staff. */
export const KycCaseStatus = ({ status }: { status: KycStatus }) => {
  const t = useText('kycCases')
  return <Status tone={kycCaseTones[status]}>{t(`values.status.${status}`)}</Status>
}

/** Attempts used of those that the person has: `1 of 3`. */
export const attemptsText = (
  t: Text<'kycCases'>,
  { attemptsUsed, attemptLimit }: { attemptsUsed: number; attemptLimit: number },
): string => t('attemptsUsed', { used: String(attemptsUsed), limit: String(attemptLimit) })
