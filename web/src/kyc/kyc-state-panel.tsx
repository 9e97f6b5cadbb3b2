import { Camera, Lightbulb, MessageCircle, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNowMs } from '../kernel/clock.ts'
import { useDates } from '../kernel/dates.tsx'
import { isSandbox, useConfig } from '../kernel/branding.ts'
import { useText, type Text } from '../kernel/i18n.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import { Attempts } from './kyc-attempts.tsx'
import { Pictures } from './kyc-pictures.tsx'
import type { Kyc } from './kyc-start.ts'
import { VerifiedNext } from './verified-next.tsx'
import { badImages, downTexts, stateTexts, tipsOf, type StateTexts } from './kyc-state.ts'

export type StateActions = {
  /** Continues the open session. */
  readonly goOn: () => void
  readonly isContinuing: boolean
  /** Requests the state from the provider. */
  readonly refresh: () => void
  readonly isRefreshing: boolean
  /** The service did not answer the last `goOn` or `refresh`. */
  readonly isDown: boolean
  /** The last `refresh` found no change. */
  readonly isNothingNew: boolean
}

const retakeText = (t: Text<'kyc'>, kyc: Kyc): string => {
  const bad = badImages(kyc)
  if (bad.length > 1) return t('actions.retakeSome', { count: String(bad.length) })
  const side = bad[0]?.side
  if (side === 'back') return t('actions.retakeBack')
  if (side === 'face') return t('actions.retakeFace')
  return side === 'front' ? t('actions.retakeFront') : t('actions.continue')
}

const ContactSupport = ({ variant }: { variant: 'primary' | 'outline' }) => {
  const t = useText('kyc')
  return (
    <ButtonLink to="/support" variant={variant} icon={MessageCircle} fullWidth>
      {t('actions.contact')}
    </ButtonLink>
  )
}

const Next = ({ kyc, actions }: { kyc: Kyc; actions: StateActions }): ReactNode => {
  const t = useText('kyc')
  const { goOn, isContinuing, refresh, isRefreshing } = actions
  const check = (
    <Button fullWidth icon={RefreshCw} busy={isRefreshing} onClick={refresh}>
      {t(kyc.nextAction === 'wait' ? 'actions.waitingCheckNow' : 'actions.checkNow')}
    </Button>
  )
  switch (kyc.nextAction) {
    case 'start':
      return (
        <ButtonLink to="/kyc" variant="primary" fullWidth>
          {t(kyc.status === null ? 'actions.start' : 'actions.startAgain')}
        </ButtonLink>
      )
    case 'try_again':
      return (
        <ButtonLink to="/kyc" variant="primary" fullWidth>
          {t('actions.tryAgain')}
        </ButtonLink>
      )
    case 'continue':
    case 'retake':
      return (
        <>
          <Button variant="primary" fullWidth icon={Camera} busy={isContinuing} onClick={goOn}>
            {kyc.nextAction === 'retake' ? retakeText(t, kyc) : t('actions.continue')}
          </Button>
          {check}
        </>
      )
    case 'wait':
      return check
    default:
      return kyc.isVerified ? <VerifiedNext /> : <ContactSupport variant="primary" />
  }
}

/** The state and its time: "New photo needed · Today, 12:26 PM". */
const Head = ({ texts }: { texts: StateTexts }) =>
  texts.pill === null ? null : (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <Status tone={texts.tone}>{texts.pill}</Status>
      {texts.at !== null && (
        <span className="text-sm text-mute first-letter:uppercase">
          <DateText value={texts.at} variant="near" />
        </span>
      )}
    </div>
  )

const Down = ({ actions }: { actions: StateActions }) => {
  const t = useText('kyc')
  return (
    <Button
      variant="primary"
      fullWidth
      icon={RefreshCw}
      busy={actions.isRefreshing || actions.isContinuing}
      onClick={actions.refresh}
    >
      {t('actions.tryAgain')}
    </Button>
  )
}

/** The state of the check, the reason, the next step, and the attempts that are left, in this order. */
export const StatePanel = ({ kyc, actions }: { kyc: Kyc; actions: StateActions }) => {
  const t = useText('kyc')
  const date = useDates()
  const until = kyc.sessionExpiresAt === null ? '' : date(kyc.sessionExpiresAt, 'dayTime')
  const now = useNowMs('minute')
  const isReviewInTime = kyc.reviewBy !== null && Date.parse(kyc.reviewBy) > now
  const reviewBy = isReviewInTime && kyc.reviewBy !== null ? date(kyc.reviewBy, 'dayTime') : null
  const isSandboxMode = isSandbox(useConfig())
  const texts = actions.isDown ? downTexts(t) : stateTexts(t, kyc, { until, reviewBy })
  const tips = tipsOf(t, kyc)
  const isRetake = kyc.nextAction === 'retake' && !actions.isDown
  return (
    <Panel>
      <div className="flex flex-col gap-4">
        <Head texts={texts} />
        <div aria-live="polite">
          <h2 className="text-xl font-semibold text-balance">{texts.title}</h2>
          <p className="mt-1 text-mute">{texts.body}</p>
        </div>
        {isRetake && kyc.images.length > 0 && (
          <Pictures images={kyc.images} isPassport={kyc.form.documentType === 'PASSPORT'} />
        )}
        {isRetake &&
          tips.map((tip) => (
            <NoteBox key={tip} tone="neutral" icon={Lightbulb}>
              {tip}
            </NoteBox>
          ))}
        {kyc.isHeld && !kyc.isVerified && (
          <NoteBox tone="warn" title={t('state.held')}>
            {t('state.heldFix')}
          </NoteBox>
        )}
        {kyc.reason === 'document_used' && isSandboxMode && (
          <NoteBox tone="info" title={t('sandboxDuplicate.title')}>
            {t('sandboxDuplicate.body')}
          </NoteBox>
        )}
        <div className="flex flex-col gap-2 md:max-w-90">
          {actions.isDown ? <Down actions={actions} /> : <Next kyc={kyc} actions={actions} />}
          <p role="status" className="text-base text-mute empty:hidden">
            {actions.isNothingNew && !actions.isDown ? t('nothingNew') : null}
          </p>
        </div>
        {!kyc.isVerified && kyc.code !== 'REV001' && <Attempts attempts={kyc.attempts} />}
        {texts.code !== null && <p className="text-sm text-mute">{t('code', { code: texts.code })}</p>}
      </div>
    </Panel>
  )
}
