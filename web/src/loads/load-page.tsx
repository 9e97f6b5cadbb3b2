import type { WireOf } from '@cardamom/contract/endpoint'
import { createLoad, listLoads, quoteLoad, type readLoadOptions } from '@cardamom/contract/loads'
import { CreditCard } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { readAhead, useAction, useCall } from '../kernel/query.ts'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageHeader } from '../ui/page.tsx'
import { ActionBar, Stack } from '../ui/page-parts.tsx'
import { SectionTitle } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AmountField, amountOf } from './amount-field.tsx'
import { LoadOffers, OfferSums, useObstacleText, type Speed } from './load-offers.tsx'
import { reads } from './load-reads.ts'
import { networkName } from './load-wire.ts'
import { rememberPayment } from './payment-memory.ts'

type Options = WireOf<typeof readLoadOptions>
const firstAmount = '200'

const assetKey = ({ symbol, network }: Options['assets'][number]) => `${symbol}@${network}`

/** Amount, asset and speed, with the price of both speeds before anything is promised (domain §5). */
const LoadForm = ({ options, cardId }: { options: Options; cardId: string }) => {
  const t = useText('loads')
  const go = useGo()
  const [typed, setTyped] = useState(firstAmount)
  const [assetId, setAssetId] = useState(() => (options.assets[0] ? assetKey(options.assets[0]) : ''))
  const [wanted, setWanted] = useState<Speed>('regular')
  const amount = useDeferredValue(amountOf(typed))
  const [symbol = '', network = ''] = assetId.split('@')
  const input = { cardId, amount: amount ?? '0', asset: symbol, network }
  const quoted = useCall(
    quoteLoad,
    { input },
    { enabled: amount !== null, keepPrevious: true, staleMs: 20_000 },
  )
  const begin = useAction(createLoad, {
    changes: [listLoads],
    onDone: (load) => {
      rememberPayment(load)
      go(`/load/${load.id}`, { replace: true })
    },
  })
  const obstacleText = useObstacleText(options.limits)
  const quote = amount === null ? undefined : quoted.data
  const chosen = quote?.offers.find(({ speed }) => speed === wanted)
  const offer = chosen?.obstacle === null ? chosen : quote?.offers.find(({ obstacle }) => obstacle === null)
  const blocked = quote && !offer && quote.offers[0] ? obstacleText(quote.offers[0]) : null
  const { minimum, maximum, leftToday } = options.limits
  const range = t('range', {
    min: moneyText(minimum, {}),
    max: moneyText(maximum, {}),
    left: moneyText(leftToday, {}),
  })
  return (
    <Stack className="mx-auto w-full max-w-120">
      <AmountField
        value={typed}
        onChange={setTyped}
        error={typed !== '' && amountOf(typed) === null ? t('amountInvalid') : blocked}
        below={range}
      />
      <SelectField
        label={t('payWith')}
        value={assetId}
        onChange={(event) => setAssetId(event.target.value)}
        options={options.assets.map((asset) => ({
          value: assetKey(asset),
          label: `${asset.symbol} ${t('onNetwork', { network: networkName(asset.network) })}`,
        }))}
      />
      <SectionTitle aside={<TextLink to="/fees">{t('allFees')}</TextLink>}>{t('speed')}</SectionTitle>
      {quoted.error && !quote ? (
        <NoteBox tone="bad" role="alert" title={quoted.error.message} />
      ) : quote ? (
        <>
          <LoadOffers
            quote={quote}
            limits={options.limits}
            speed={offer?.speed ?? wanted}
            onChange={setWanted}
          />
          {offer && <OfferSums quote={quote} offer={offer} />}
        </>
      ) : (
        <Skeleton className="h-56" />
      )}
      <ActionBar note={t('oweNothing')}>
        <Button
          variant="primary"
          busy={begin.isPending}
          disabled={!offer || amount === null}
          onClick={() => offer && begin.mutate({ input: { ...input, speed: offer.speed } })}
        >
          {t('showAddress')}
        </Button>
      </ActionBar>
    </Stack>
  )
}

readAhead(reads)

/** Load a card: `/load`, `/load?card=…` */
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
      {options.error && !options.data && (
        <NoteBox
          tone="bad"
          role="alert"
          title={t('optionsFailed')}
          action={<Button onClick={() => void options.refetch()}>{t('tryAgain')}</Button>}
        >
          {options.error.message}
        </NoteBox>
      )}
      {options.isPending && <Skeleton className="mx-auto h-96 w-full max-w-120" />}
      {options.data && !card && (
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
      )}
      {card && !card.loadable && (
        <NoteBox
          tone="warn"
          title={t('notLoadable')}
          action={<ButtonLink to={`/cards/${card.id}`}>{t('openCard')}</ButtonLink>}
        />
      )}
      {options.data && card?.loadable && <LoadForm key={card.id} options={options.data} cardId={card.id} />}
    </>
  )
}
