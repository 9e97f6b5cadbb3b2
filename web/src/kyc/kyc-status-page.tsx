import { getKyc } from '@cardamom/contract/kyc'
import { useEffect, useRef } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ofPeople } from '../kernel/read-again.ts'
import { useGo } from '../kernel/router.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHeader } from '../ui/page.tsx'
import { PageWithAside } from '../ui/page-parts.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { MoreWays } from './kyc-another-document.tsx'
import { filledForm, useKycRefresh, useKycStart, type Kyc } from './kyc-start.ts'
import { StatePanel } from './kyc-state-panel.tsx'
import { Timeline } from './kyc-timeline.tsx'

/**
 * Refreshes the state once when the page opens, because a returning person is often faster than the
 * provider's webhook.
 */
const useCatchUp = (kyc: Kyc, refresh: () => void) => {
  const isDone = useRef(false)
  const isOpen = ['continue', 'retake', 'wait'].includes(kyc.nextAction)
  useEffect(() => {
    if (isDone.current || !isOpen) return
    isDone.current = true
    refresh()
  }, [isOpen, refresh])
}

const nothing = () => undefined

const Standing = ({ kyc }: { kyc: Kyc }) => {
  const go = useGo()
  const inBackground = useKycRefresh('none')
  const onRequest = useKycRefresh('toast')
  // This page already shows the state, so a refusal only makes it read the state again.
  const start = useKycStart(nothing)
  useCatchUp(kyc, inBackground.createSession)
  const form = filledForm(kyc)
  const goOn = () => {
    onRequest.forget()
    // The frame opens on `/kyc`, which has no tab bar; for a redirect the browser leaves this page.
    if (kyc.flow === 'frame' || !form) go('/kyc', { search: { open: '1' } })
    else void start.start(form)
  }
  const refresh = () => {
    start.forgetTrouble()
    onRequest.createSession()
  }
  return (
    <PageWithAside
      aside={
        <>
          <Timeline kyc={kyc} />
          <MoreWays kyc={kyc} />
        </>
      }
    >
      <StatePanel
        kyc={kyc}
        actions={{
          goOn,
          isContinuing: start.busy,
          refresh,
          isRefreshing: onRequest.busy,
          isDown: onRequest.isDown || start.trouble === 'down',
          isNothingNew: onRequest.isNothingNew,
        }}
      />
    </PageWithAside>
  )
}

const Waiting = () => (
  <PageWithAside aside={<SkeletonRows rows={4} />}>
    <Skeleton className="h-90 w-full rounded-xl" />
  </PageWithAside>
)

/** The provider or an administrator works on it. */
const waiting: ReadonlySet<string> = new Set(['submitted', 'resubmitted', 'needs_review'])

/** The state of the identity check, the reason, the next step, and the history. */
export const KycStatusPage = () => {
  const t = useText('kyc')
  const kyc = useCall(
    getKyc,
    {},
    { live: ['kyc.'], againMs: ({ status }) => status !== null && waiting.has(status) && ofPeople },
  )
  return (
    <>
      <PageHeader title={t('title')} back="/" />
      <Loaded reads={{ kyc }} waiting={<Waiting />} failed={t('failed')}>
        {(found) => <Standing kyc={found.kyc} />}
      </Loaded>
    </>
  )
}
