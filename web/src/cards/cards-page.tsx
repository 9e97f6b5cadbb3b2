import { listCards, readCardOptions, type CardOnWire } from '@cardamom/contract/cards'
import type { WireOf } from '@cardamom/contract/endpoint'
import { getKyc } from '@cardamom/contract/kyc'
import { ChevronRight } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { ofMachines } from '../kernel/read-again.ts'
import { hasPage } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Page } from '../ui/page-parts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { kindOf } from './card-appearance.ts'
import { CardStatus } from './card-state-note.tsx'
import { OpenOrders } from './open-orders.tsx'
import { GhostCardArt, OwnCardArt } from './own-card-art.tsx'

const mostCards = 50

const CardSkeleton = () => <Skeleton className="aspect-[350/221] max-w-100 rounded-2xl" />

const CardTile = ({ card }: { card: CardOnWire }) => {
  const t = useText('cards')
  return (
    <li>
      <Link
        to={`/cards/${card.id}`}
        className="group block rounded-2xl md:flex md:items-center md:gap-6 md:overflow-hidden md:border md:border-line md:bg-surface md:p-4"
      >
        <span className="block max-w-100 md:w-60 md:shrink-0">
          <OwnCardArt card={card} />
        </span>
        <span className="flex grow items-center gap-x-3 px-1 pt-3 max-2xs:flex-wrap md:pt-0">
          <span className="min-w-0 grow">
            <span className="flex items-baseline gap-x-2 font-semibold group-hover:underline max-2xs:flex-wrap">
              {t(`kind.${kindOf(card)}`)}
              {card.lastDigits !== null && (
                <span className="num font-normal text-mute">{t('ending', { digits: card.lastDigits })}</span>
              )}
            </span>
            <CardStatus card={card} variant="plain" />
          </span>
          <span className="text-right max-2xs:text-left 2xs:shrink-0">
            <span className="block text-base text-mute md:text-sm">{t('available')}</span>
            <span className="num block font-semibold">{moneyText(card.available)}</span>
          </span>
          <ChevronRight aria-hidden size={20} className="shrink-0 text-mute" />
        </span>
      </Link>
    </li>
  )
}

type Kyc = WireOf<typeof getKyc>
type Options = WireOf<typeof readCardOptions>

/** The future card, and what must happen first. */
const CardToCome = ({ kyc, options }: { kyc: Kyc; options: Options }) => {
  const t = useText('cards')
  const { user } = useSession()
  const kind = !kyc.isVerified ? 'verify' : options.automatic ? 'making' : 'request'
  const hasStarted = kyc.status !== null
  const texts = {
    verify: { title: t('none.title'), body: t('none.body'), note: t('art.ghost') },
    making: {
      title: t('none.makingTitle'),
      body: t('none.makingBody'),
      note: t('art.ghostMaking'),
    },
    request: {
      title: t('none.requestTitle'),
      body: t('none.requestBody', { company: user?.user_company.name ?? '' }),
      note: t('art.ghostRequest'),
    },
  }[kind]
  return (
    <section className="mx-auto flex max-w-100 flex-col gap-5">
      <GhostCardArt note={texts.note} />
      <div className="px-1">
        <h2 className="text-lg font-semibold">{texts.title}</h2>
        <p className="pt-1 text-mute">{texts.body}</p>
      </div>
      {kind === 'verify' && (
        <ButtonLink to={hasStarted ? '/kyc/status' : '/kyc'} variant="primary" fullWidth>
          {t(hasStarted ? 'none.seeCheck' : 'none.verify')}
        </ButtonLink>
      )}
      {kind === 'request' && hasPage('/cards/request') && (
        <ButtonLink to="/cards/request" variant="primary" fullWidth>
          {t('none.request')}
        </ButtonLink>
      )}
    </section>
  )
}

const NoCard = () => {
  const t = useText('cards')
  const kyc = useCall(getKyc, {}, { live: ['kyc.'] })
  const options = useCall(readCardOptions, {}, {})
  return (
    <Loaded reads={{ kyc, options }} waiting={<CardSkeleton />} failed={t('none.failed')}>
      {(found) => <CardToCome {...found} />}
    </Loaded>
  )
}

/** The person's cards: `/cards`. */
export const CardsPage = () => {
  const t = useText('cards')
  const cards = useCall(
    listCards,
    { input: { limit: mostCards } },
    {
      live: ['card.', 'card_transaction.', 'load.credited', 'kyc.'],
      againMs: ({ items }) => items.some(({ status }) => status === 'pending') && ofMachines,
    },
  )
  return (
    <Page>
      <PageHeader title={t('title')} />
      <Loaded
        reads={{ cards }}
        waiting={<CardSkeleton />}
        failed={t('failed')}
        empty={({ cards: { items } }) =>
          items.length === 0 && (
            <>
              <NoCard />
              <OpenOrders mayOrder={false} />
            </>
          )
        }
      >
        {({ cards: { items } }) => (
          <>
            <ul aria-label={t('list')} className="flex flex-col gap-8 md:gap-4">
              {items.map((card) => (
                <CardTile key={card.id} card={card} />
              ))}
            </ul>
            <OpenOrders mayOrder />
          </>
        )}
      </Loaded>
    </Page>
  )
}
