import { claimTransfer, readLoad } from '@cardamom/contract/loads'
import { ArrowDownToLine } from 'lucide-react'
import { useEffect } from 'react'
import { isSandbox, useConfig } from '../kernel/branding.ts'
import { cityOf, useTimeZone } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page.tsx'
import { PageWithAside } from '../ui/page-parts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import {
  CreditedPanel,
  ExpiredPanel,
  HeldPanel,
  RefundedPanel,
  ReviewPanel,
  SeenPanel,
} from './load-outcomes.tsx'
import { isTitledByOrigin, LoadParts, PartOfText } from './load-parts.tsx'
import { LoadProgress } from './load-progress.tsx'
import { LoadReceipt } from './load-receipt.tsx'
import { CancelLoad } from './cancel-load.tsx'
import { isShort, needsDecision, paymentAgainMs, type LoadOnWire } from '../ui/payments/load-wire.ts'
import { ClaimPanel } from '../ui/payments/claim-panel.tsx'
import { PaymentPanel } from '../ui/payments/payment-panel.tsx'
import { rememberPayment } from './payment-memory.ts'
import { ResolutionPanel } from './resolution-panel.tsx'
import { SandboxPanel } from '../ui/payments/sandbox-panel.tsx'

const tones = {
  quoted: 'info',
  detected: 'info',
  confirmed: 'info',
  held: 'info',
  crediting: 'info',
  credited: 'good',
  cancelled: 'neutral',
  expired: 'neutral',
  review: 'warn',
  credit_failed: 'warn',
  refunding: 'info',
  refunded: 'neutral',
} as const satisfies Readonly<Record<string, Tone>>

/** Loads that nothing was paid for: what was undone has no receipt. */
const returned = new Set(['quoted', 'review', 'refunding', 'refunded'])

const isKnown = (status: string): status is keyof typeof tones => Object.hasOwn(tones, status)
const isPart = ({ status, exception }: LoadOnWire) => status === 'detected' && exception === 'underpaid'

const StatusPill = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  if (isPart(load)) return <Status tone="warn">{t('status.part')}</Status>
  if (needsDecision(load)) return <Status tone="warn">{t('status.decide')}</Status>
  if (!isKnown(load.status)) return <Status tone="neutral">{load.status}</Status>
  return <Status tone={tones[load.status]}>{t(`status.${load.status}`)}</Status>
}

/** For a partial payment: the rest may still be sent, or the payer chooses what happens to the part. */
const PartPanels = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  return (
    <>
      <PaymentPanel load={load} />
      <ResolutionPanel load={load} title={t('resolution.orElse')} />
    </>
  )
}

/** The main panel for the present state of the load. */
const Main = ({ load }: { load: LoadOnWire }) => {
  switch (load.status) {
    case 'quoted':
      return <PaymentPanel load={load} />
    case 'detected':
      return isPart(load) || isShort(load) ? <PartPanels load={load} /> : <SeenPanel load={load} />
    case 'held':
    case 'crediting':
      return <HeldPanel load={load} />
    case 'credited':
      return <CreditedPanel load={load} />
    case 'expired':
    case 'cancelled':
      return <ExpiredPanel load={load} />
    case 'review':
    case 'credit_failed':
      return <ReviewPanel load={load} />
    case 'refunding':
    case 'refunded':
      return <RefundedPanel load={load} />
    default:
      return null
  }
}

const LoadOrder = ({ load }: { load: LoadOnWire }) => {
  const config = useConfig()
  const t = useText('loads')
  const zone = useTimeZone()
  const claim = useAction(claimTransfer, { errors: 'fields', changes: [readLoad] })
  const canClaim = load.status === 'expired' || load.status === 'quoted' || isPart(load)
  return (
    <PageWithAside
      aside={
        <>
          <LoadProgress load={load} />
          {isSandbox(config) && load.status !== 'credited' && (
            <SandboxPanel load={load} changes={[readLoad]} />
          )}
          {load.status === 'quoted' && <CancelLoad load={load} />}
          <p className="text-base text-mute md:text-sm">{t('timesIn', { zone: cityOf(zone) })}</p>
        </>
      }
    >
      <Main load={load} />
      {load.partOf && !isTitledByOrigin(load) && (
        <p className="text-base text-mute">
          <PartOfText partOf={load.partOf} />
        </p>
      )}
      <LoadParts parts={load.parts} />
      {load.acceptedAt && !returned.has(load.status) && <LoadReceipt load={load} />}
      {canClaim && <ClaimPanel payment={load} claim={claim} />}
    </PageWithAside>
  )
}

/**
 * One load from its quote to the card, updated live: `/load/:orderId`. A reload or another device shows the
 * same state.
 */
export const LoadOrderPage = () => {
  const t = useText('loads')
  const id = usePathParam('orderId')
  const found = useCall(readLoad, { params: { id } }, { live: ['load.'], againMs: paymentAgainMs })
  const load = found.data
  useEffect(() => {
    if (load) rememberPayment(load)
  }, [load])
  const title = load ? t('titleOf', { amount: moneyText(load.gross, {}) }) : t('title')
  return (
    <>
      <PageHeader
        title={title}
        tabTitle={t('title')}
        back="/"
        close
        status={
          // Screen readers announce each change of the status.
          <span role="status">{load && <StatusPill load={load} />}</span>
        }
      />
      <Loaded
        reads={{ found }}
        waiting={<Skeleton className="h-96 w-full" />}
        failed={t('unread')}
        missing={
          <EmptyState
            icon={ArrowDownToLine}
            title={t('notFound')}
            titleAs="h2"
            action={<ButtonLink to="/">{t('toHome')}</ButtonLink>}
          >
            {null}
          </EmptyState>
        }
      >
        {({ found: shown }) => <LoadOrder load={shown} />}
      </Loaded>
    </>
  )
}
