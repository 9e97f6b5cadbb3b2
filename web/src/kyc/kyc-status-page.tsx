import { getKyc } from '@cardamom/contract/kyc'
import { useEffect, useRef } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHeader } from '../ui/page.tsx'
import { PageWithAside } from '../ui/page-parts.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { MoreWays } from './kyc-another-document.tsx'
import { filledForm, useKycRefresh, useKycStart, type Kyc } from './kyc-start.ts'
import { StatePanel } from './kyc-state-panel.tsx'
import { Timeline } from './kyc-timeline.tsx'

/** The provider is asked once when the page opens: who comes back from it is often quicker than its webhook. */
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
  const quiet = useKycRefresh('quiet')
  const asked = useKycRefresh('toast')
  // The page is the state already: it is read again and shows what it is now.
  const start = useKycStart(nothing)
  useCatchUp(kyc, quiet.ask)
  const form = filledForm(kyc)
  const goOn = () => {
    asked.forget()
    // The frame has a page without the tab bar; the provider's own page is left to by the browser.
    if (kyc.flow === 'frame' || !form) go('/kyc', { search: { open: '1' } })
    else void start.begin(form)
  }
  const refresh = () => {
    start.forgetTrouble()
    asked.ask()
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
          isGoing: start.busy,
          refresh,
          isRefreshing: asked.busy,
          isDown: asked.isDown || start.trouble === 'down',
          isNothingNew: asked.isNothingNew,
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

/** Where the identity check stands: the exact state, why, what to do next, and all that happened. */
export const KycStatusPage = () => {
  const t = useText('kyc')
  const kyc = useCall(getKyc, {}, { live: ['kyc.'] })
  return (
    <>
      <PageHeader title={t('title')} back="/" />
      <Loaded reads={{ kyc }} waiting={<Waiting />} failed={t('failed')}>
        {(found) => <Standing kyc={found.kyc} />}
      </Loaded>
    </>
  )
}
