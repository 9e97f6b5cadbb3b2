import { CreditCard } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { readAhead, useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LoadForm } from './load-form.tsx'
import { reads } from './load-reads.ts'
import { amountOf } from './typed-amount.ts'

readAhead(reads)

const NoCard = () => {
  const t = useText('loads')
  return (
    <EmptyState
      icon={CreditCard}
      title={t('noCardTitle')}
      action={
        <ButtonLink to="/cards" variant="primary">
          {t('toCards')}
        </ButtonLink>
      }
    >
      {t('noCard')}
    </EmptyState>
  )
}

/** The page to load a card: `/load`, `/load?card=…`, and `&need=42.00` for what a declined payment lacked. */
export const LoadPage = () => {
  const t = useText('loads')
  const [query] = useQueryParams()
  const options = useCall(...reads.options, { live: ['card.', 'load.', 'kyc.'] })
  const cards = options.data?.cards ?? []
  const card =
    cards.find(({ id }) => id === query['card']) ?? cards.find(({ loadable }) => loadable) ?? cards[0]
  const digits = card?.lastDigits
  const which = digits ? (
    <span className="ml-auto text-base text-mute md:text-sm">{t('card', { digits })}</span>
  ) : null
  return (
    <>
      <PageHeader title={t('title')} back="/" close status={which} />
      <Loaded
        reads={{ options }}
        waiting={<Skeleton className="h-96 w-full" />}
        failed={t('optionsFailed')}
        empty={() => !card && <NoCard />}
      >
        {({ options: found }) =>
          card?.loadable && found.assets.length === 0 ? (
            <NoteBox tone="warn" title={t('noCoins')} />
          ) : card?.loadable ? (
            <LoadForm key={card.id} options={found} cardId={card.id} need={amountOf(query['need'] ?? '')} />
          ) : (
            card && (
              <NoteBox
                tone="warn"
                title={t('notLoadable')}
                action={<ButtonLink to={`/cards/${card.id}`}>{t('openCard')}</ButtonLink>}
              />
            )
          )
        }
      </Loaded>
    </>
  )
}
