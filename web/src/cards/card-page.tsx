import { readCard, type CardDetailOnWire } from '@cardamom/contract/cards'
import { CreditCard } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { ofMachines } from '../kernel/read-again.ts'
import { usePathParam, useQueryParams } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { asideColumns, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Figure, Figures, Panel } from '../ui/panel.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CardActions } from './card-actions.tsx'
import { CardFacts } from './card-facts.tsx'
import { useLimitChange } from './card-limits.ts'
import { CardLimitsPanel } from './card-limits-panel.tsx'
import { kindOf } from './card-appearance.ts'
import { CardStateNote, CardStatus } from './card-state-note.tsx'
import { DeclinedLately } from './declined-lately.tsx'
import { LatestRows } from './latest-rows.tsx'
import { OwnCardArt } from './own-card-art.tsx'
import { usePause } from './pause-card.ts'
import { RevealFrame } from './reveal-frame.tsx'
import { useReveal } from './reveal.ts'

// Preloads what the page needs after its data has come: a text that loads later would hide the page again.
preloadText('declines')
preloadText('transactions')

type Search = Record<string, string>

/** A number that links to its rows. */
const Opens = ({ search, children }: { search: Search; children: ReactNode }) => (
  <Link
    to="/transactions"
    search={search}
    className="-my-3 inline-flex min-h-11 min-w-11 items-center rounded-sm underline-offset-4 hover:underline"
  >
    {children}
  </Link>
)

const CardMoney = ({ card }: { card: CardDetailOnWire }) => {
  const t = useText('cards')
  const of = { card: card.id }
  return (
    <Panel>
      <Figures>
        <Figure name={t('balance')}>
          <Opens search={of}>{moneyText(card.balance)}</Opens>
        </Figure>
        <Figure name={t('floating')}>
          <Opens search={{ ...of, status: 'floating' }}>{moneyText(card.floating)}</Opens>
        </Figure>
        <Figure name={t('available')} tone="brand">
          <Opens search={of}>{moneyText(card.available)}</Opens>
        </Figure>
      </Figures>
    </Panel>
  )
}

/** The art, or instead of it the issuer's page with the details. `?show=1` requests the details at once. */
const useShownDetails = (card: CardDetailOnWire) => {
  const details = useReveal(card)
  const [query, change] = useQueryParams()
  const isRequested = query['show'] === '1'
  const { show, end, isShown } = details
  useEffect(() => {
    if (!isRequested) return
    change({ show: undefined })
    if (card.canReveal) show()
  }, [isRequested, card.canReveal, change, show])
  // The details are hidden when the card was paused or blocked meanwhile, here or elsewhere.
  useEffect(() => {
    if (isShown && !card.canReveal) end('hidden')
  }, [isShown, card.canReveal, end])
  return details
}

const CardFront = ({ card, details }: { card: CardDetailOnWire; details: ReturnType<typeof useReveal> }) => {
  const t = useText('cards')
  const { reveal, end } = details
  if (reveal.state === 'shown') return <RevealFrame key={reveal.url} url={reveal.url} onEnd={end} />
  const said = {
    hidden: t('reveal.hidden'),
    gone: t('reveal.gone'),
    failed: t('reveal.failed'),
    idle: null,
  }
  return (
    <div>
      <OwnCardArt card={card} />
      <p role="status" className="max-w-100 pt-3 text-center text-base text-mute empty:hidden">
        {said[reveal.state]}
      </p>
    </div>
  )
}

const grid = `${asideColumns} lg:grid-rows-[auto_1fr]`

const Whole = ({ card }: { card: CardDetailOnWire }) => {
  const pause = usePause(card)
  const details = useShownDetails(card)
  const limits = useLimitChange(card)
  return (
    <div className={grid}>
      <Stack className="lg:col-start-2 lg:row-start-1">
        <CardFront card={card} details={details} />
        <CardActions
          card={card}
          pausing={pause}
          limits={card.limits.canChange ? limits.open : null}
          revealing={{
            isShown: details.isShown,
            isBusy: details.isBusy,
            press: details.isShown ? () => details.end('hidden') : details.show,
          }}
        />
        <CardStateNote card={card} />
      </Stack>
      <Stack className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <CardMoney card={card} />
        {card.lastDigits !== null && <CardLimitsPanel card={card} change={limits} />}
        <DeclinedLately card={card} resume={pause} />
        <LatestRows cardId={card.id} />
      </Stack>
      <Stack className="lg:col-start-2 lg:row-start-2">
        <CardFacts card={card} />
      </Stack>
    </div>
  )
}

const Waiting = () => (
  <div className={grid}>
    <Skeleton className="aspect-[350/221] w-full rounded-2xl lg:col-start-2 lg:row-start-1" />
    <Stack className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
      <Skeleton className="h-20 w-full rounded-xl" />
      <Skeleton className="h-52 w-full rounded-xl" />
    </Stack>
  </div>
)

/**
 * One card: its state and the reason, its money, its details after a step-up, and declined payments:
 * `/cards/:id`.
 */
export const CardPage = () => {
  const t = useText('cards')
  const id = usePathParam('id')
  const found = useCall(
    readCard,
    { params: { id } },
    {
      live: ['card.', 'card_transaction.', 'load.credited'],
      againMs: ({ status, limits }) => (status === 'pending' || limits.requested !== null) && ofMachines,
    },
  )
  const card = found.data
  return (
    <>
      <PageHeader
        title={card ? t(`kind.${kindOf(card)}`) : t('title')}
        back="/cards"
        status={card && <CardStatus card={card} />}
      />
      <Loaded
        reads={{ found }}
        waiting={<Waiting />}
        failed={t('failed')}
        missing={
          <EmptyState
            icon={CreditCard}
            title={t('notFound')}
            titleAs="h2"
            action={<ButtonLink to="/cards">{t('title')}</ButtonLink>}
          >
            {null}
          </EmptyState>
        }
      >
        {({ found: shown }) => <Whole card={shown} />}
      </Loaded>
    </>
  )
}
