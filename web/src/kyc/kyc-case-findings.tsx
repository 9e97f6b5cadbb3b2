import { useText } from '../kernel/i18n.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import type { KycCase } from './kyc-case.ts'
import { mainFinding } from './kyc-state.ts'

type Verdict = NonNullable<KycCase['verdict']>['result']

const tones: Record<Verdict, Tone> = {
  approved: 'good',
  declined: 'bad',
  resubmission_requested: 'warn',
  review: 'warn',
  expired: 'neutral',
  abandoned: 'neutral',
}

/** What the provider decided, and its result for each picture. */
const ProviderPart = ({ found: { verdict, images } }: { found: KycCase }) => {
  const t = useText('kycCases')
  const kyc = useText('kyc')
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('provider.title')}</h3>
      {verdict ? (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Status tone={tones[verdict.result]} variant="plain">
            {t(`provider.${verdict.result}`)}
          </Status>
          {verdict.reason && verdict.reason !== 'manual' && (
            <span className="text-base text-mute">{t(`values.reason.${verdict.reason}`)}</span>
          )}
        </p>
      ) : (
        <p className="text-base text-mute">{t('provider.none')}</p>
      )}
      {images.length > 0 && (
        <ul className="flex flex-col gap-1 text-base">
          {images.map(({ side, accepted, findings }) => (
            <li key={side} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>{kyc(`side.${side}`)}</span>
              <Status tone={accepted ? 'good' : 'bad'} variant="plain">
                {accepted ? kyc('photo.accepted') : kyc(`finding.${mainFinding(findings)}`)}
              </Status>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What our own checks found on an approval of the provider. */
const OwnPart = ({ found: { findings, verdict } }: { found: KycCase }) => {
  const t = useText('kycCases')
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('own.title')}</h3>
      {findings.length > 0 ? (
        <NoteBox tone="bad" title={t('own.failed')}>
          <ul>
            {findings.map((finding) => (
              <li key={finding}>{t(`values.reason.${finding}`)}</li>
            ))}
          </ul>
        </NoteBox>
      ) : (
        <p className="text-base text-mute">{t(verdict?.result === 'approved' ? 'own.none' : 'own.notRun')}</p>
      )}
    </section>
  )
}

export const KycCaseFindings = ({ found }: { found: KycCase }) => (
  <>
    <ProviderPart found={found} />
    <OwnPart found={found} />
  </>
)
