import { readTransaction, type TransactionDetailOnWire } from '@cardamom/contract/transactions'
import { Clock, ReceiptText } from 'lucide-react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Disc, Rows } from '../ui/list-row.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageWithAside } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel, SectionTitle } from '../ui/panel.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { DeclineFix } from './decline-fix.tsx'
import { declineSentence, type DeclineOnWire } from './decline-text.ts'
import { HeldSentence } from './held-sentence.tsx'
import { PaymentState } from './payment-state.tsx'
import { merchantName, rowBelow, rowDisc, rowTitle } from './row-text.ts'
import { TransactionActions } from './transaction-actions.tsx'
import { TransactionFacts } from './transaction-facts.tsx'
import { TransactionAmount, TransactionRow, TransactionStatus } from './transaction-row.tsx'
import { useDates } from '../kernel/dates.tsx'
import { usePathParam } from '../kernel/router.tsx'

// Preloads what the page needs after its data has come: a text that loads later would hide the page again.
preloadText('declines')

const Declined = ({ detail, decline }: { detail: TransactionDetailOnWire; decline: DeclineOnWire }) => {
  const t = useText('declines')
  const transactions = useText('transactions')
  return (
    <NoteBox
      tone="bad"
      title={declineSentence(t, decline, detail.amount)}
      action={
        <DeclineFix decline={decline} cardId={detail.cardId} merchant={merchantName(transactions, detail)} />
      }
    >
      {transactions('detail.declined')}
    </NoteBox>
  )
}

const State = ({ detail }: { detail: TransactionDetailOnWire }) => {
  const t = useText('transactions')
  if (detail.decline !== null) return <Declined detail={detail} decline={detail.decline} />
  if (detail.status === 'released') {
    const ended = detail.events.at(-1)?.type
    return <NoteBox tone="neutral">{t(ended === 'lapse' ? 'detail.lapsed' : 'detail.released')}</NoteBox>
  }
  if (detail.status !== 'floating') return null
  return (
    <NoteBox tone="warn" icon={Clock}>
      <HeldSentence row={detail} />
    </NoteBox>
  )
}

const Head = ({ detail }: { detail: TransactionDetailOnWire }) => {
  const t = useText('transactions')
  const date = useDates()
  return (
    <div className="flex items-center gap-4 pb-1">
      <Disc {...rowDisc(detail)} />
      <div className="min-w-0">
        <p className="num text-2xl font-semibold">
          <TransactionAmount row={detail} />
        </p>
        <p className="text-mute">{rowBelow(t, detail, (at) => date(at, 'short'))}</p>
      </div>
    </div>
  )
}

const Whole = ({ detail }: { detail: TransactionDetailOnWire }) => {
  const t = useText('transactions')
  return (
    <PageWithAside
      aside={
        <>
          {detail.events.length > 0 && (
            <Panel title={t('detail.history')}>
              <PaymentState detail={detail} />
            </Panel>
          )}
          {detail.related.length > 0 && (
            <section className="flex flex-col gap-3">
              <SectionTitle>{t('detail.related')}</SectionTitle>
              <Rows label={t('detail.related')}>
                {detail.related.map((row) => (
                  <TransactionRow key={row.id} row={row} />
                ))}
              </Rows>
            </section>
          )}
          <TransactionActions detail={detail} />
        </>
      }
    >
      <Head detail={detail} />
      <State detail={detail} />
      <TransactionFacts detail={detail} />
    </PageWithAside>
  )
}

/** One row with the history of its payment: `/transactions/:id`. */
export const TransactionPage = () => {
  const t = useText('transactions')
  const id = usePathParam('id')
  const found = useCall(readTransaction, { params: { id } }, { live: ['card.', 'card_transaction.'] })
  const detail = found.data
  return (
    <>
      <PageHeader
        title={detail ? rowTitle(t, detail) : t('detail.title')}
        back="/transactions"
        status={detail && <TransactionStatus row={detail} variant="pill" />}
      />
      <Loaded
        reads={{ found }}
        waiting={<Skeleton className="h-96 w-full rounded-xl" />}
        failed={t('failed')}
        missing={
          <EmptyState
            icon={ReceiptText}
            title={t('detail.notFound')}
            titleAs="h2"
            action={<ButtonLink to="/transactions">{t('detail.back')}</ButtonLink>}
          >
            {null}
          </EmptyState>
        }
      >
        {({ found: shown }) => <Whole detail={shown} />}
      </Loaded>
    </>
  )
}
