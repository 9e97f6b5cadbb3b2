import type { WireOf } from '@cardamom/contract/endpoint'
import { createLoad, listLoads, quoteLoad, type readLoadOptions } from '@cardamom/contract/loads'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction, useCall, useSettled } from '../kernel/query.ts'
import { retryMs } from '../kernel/read-again.ts'
import { useGo } from '../kernel/router.tsx'
import { sentenceOf } from '../kernel/transport.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { ActionBar, asideColumns, Stack } from '../ui/page-parts.tsx'
import { SectionTitle } from '../ui/panel.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Controlled, useContractForm } from '../ui/form.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AmountField } from './amount-field.tsx'
import { centsOf, centsText, sumOf } from '../kernel/cents.ts'
import { grossFor } from './gross-for.ts'
import { LoadOffers, OfferSums, useObstacleText, type Quote, type Speed } from './load-offers.tsx'
import { networkName } from '../ui/payments/load-wire.ts'
import { rememberPayment } from './payment-memory.ts'
import { amountOf, grouped } from './typed-amount.ts'

type Options = WireOf<typeof readLoadOptions>
type Limits = Options['limits']

const firstAmount = '200'
const stillMs = 350
const mostOpen = 50

const assetKey = ({ symbol, network }: Options['assets'][number]) => `${symbol}@${network}`

/** The limits of a load with this coin: the greater one of both minimums. */
const limitsOf = ({ assets, limits }: Options, assetId: string): Limits => {
  const { minimum = '0' } = assets.find((each) => assetKey(each) === assetId) ?? {}
  return centsOf(minimum) > centsOf(limits.minimum) ? { ...limits, minimum } : limits
}

/** Money that is already on its way to the card, so that no person loads twice for one payment. */
const useComing = (cardId: string) => {
  const { data, isFetched } = useCall(
    listLoads,
    { input: { open: 'true', limit: mostOpen } },
    { live: ['load.'] },
  )
  const loads = (data?.items ?? []).filter(
    ({ cardId: id, status }) => id === cardId && (status === 'held' || status === 'crediting'),
  )
  const latestAt = loads.map((load) => load.latestAt).reduce((a, b) => (a > b ? a : b), '')
  return { amount: sumOf(loads.map(({ net }) => net)), latestAt, isKnown: isFetched }
}

/**
 * The problem of an amount as a sentence, found before its price is requested. The schema of the call cannot
 * have these rules: the limits are data of the person, and a typed amount may have digit groups.
 */
const useAmountProblem = (limits: Limits) => {
  const t = useText('loads')
  return (typed: string): string | null => {
    const amount = amountOf(typed)
    if (amount === null) return typed === '' ? null : t('amountInvalid')
    const cents = centsOf(amount)
    if (cents < centsOf(limits.minimum))
      return t('obstacle.below_minimum', { min: moneyText(limits.minimum, {}) })
    if (cents > centsOf(limits.maximum))
      return t('obstacle.over_maximum', { max: moneyText(limits.maximum, {}) })
    return cents > centsOf(limits.leftToday)
      ? t('obstacle.over_daily', { left: moneyText(limits.leftToday, {}) })
      : null
  }
}

/** The gross that covers the missing amount of a payment and the fee; at least the smallest load. */
const coveringAmount = (of: { lackCents: bigint; limits: Limits; feePercent: string }): string => {
  const gross = grossFor(of.lackCents, of.feePercent)
  const least = centsOf(of.limits.minimum)
  return grouped(centsText(gross > least ? gross : least))
}

/** Explains the suggested amount: what a declined payment lacked, and what is on its way. */
const NeedNote = ({ need, coming }: { need: string; coming: ReturnType<typeof useComing> }) => {
  const t = useText('loads')
  const date = useDates()
  const isComing = centsOf(coming.amount) > 0n
  return (
    <NoteBox tone="info" title={t('need.title', { amount: moneyText(need) })}>
      {isComing
        ? t(centsOf(coming.amount) >= centsOf(need) ? 'need.covered' : 'need.coming', {
            amount: moneyText(coming.amount),
            when: date(coming.latestAt, 'dayTime'),
          })
        : t('need.fee')}
    </NoteBox>
  )
}

const useQuote = (input: { cardId: string; amount: string; asset: string; network: string } | null) =>
  useCall(
    quoteLoad,
    { input: input ?? { cardId: '', amount: '0', asset: '', network: '' }, errors: 'none' },
    { enabled: input !== null, showsPrevious: true, staleMs: 20_000 },
  )

/** The offer of the chosen speed; where that speed is not available, the offer of the other. */
const offerOf = (quote: Quote | undefined, wanted: Speed) => {
  const chosen = quote?.offers.find(({ speed }) => speed === wanted)
  return chosen?.obstacle === null ? chosen : quote?.offers.find(({ obstacle }) => obstacle === null)
}

/** The suggested amount counts until the person types one. */
type LoadValues = { amount?: string; asset: string; speed: Speed }

/**
 * The form for amount, asset and speed. It shows the price of both speeds before the person decides (domain
 * §5).
 */
export const LoadForm = ({
  options,
  cardId,
  need,
}: {
  options: Options
  cardId: string
  /** The amount that a declined payment lacked on the card. */
  need: string | null
}) => {
  const t = useText('loads')
  const money = useText('moneyForms')
  const go = useGo()
  const { assets } = options
  const coming = useComing(cardId)
  const form = useContractForm<LoadValues>({
    defaultValues: { asset: assets[0] ? assetKey(assets[0]) : '', speed: 'regular' },
    confirmsLeaving: false,
  })
  const { amount: written, asset: assetId, speed: wanted } = form.watch()
  const limits = limitsOf(options, assetId)
  const problemOf = useAmountProblem(limits)
  const [symbol = '', network = ''] = assetId.split('@')

  // Every price tells the fee, so the price of the smallest load is read until there is an amount.
  const fees = useQuote(need === null ? null : { cardId, amount: limits.minimum, asset: symbol, network })
  const feePercent = fees.data?.offers.find(({ speed }) => speed === wanted)?.feePercent
  const lackCents = need === null ? 0n : centsOf(need) - centsOf(coming.amount)
  const covering =
    need !== null && feePercent !== undefined && coming.isKnown
      ? coveringAmount({ lackCents: lackCents > 0n ? lackCents : 0n, limits, feePercent })
      : null
  const typed = written ?? (need === null ? firstAmount : (covering ?? ''))

  const problem = problemOf(typed)
  const settled = useSettled(problem === null ? amountOf(typed) : null, stillMs)
  const amount = problem === null && settled === amountOf(typed) ? settled : null
  const input = { cardId, amount: settled ?? '0', asset: symbol, network }
  const quoted = useQuote(settled === null ? null : input)
  const create = useAction(createLoad, {
    errors: 'fields',
    changes: [listLoads],
    onDone: (load) => {
      rememberPayment(load)
      go(`/load/${load.id}`, { replace: true })
    },
  })
  const obstacleText = useObstacleText(limits)
  const quote = problem === null && settled !== null ? quoted.data : undefined
  const offer = offerOf(quote, wanted)
  const blocked = quote && !offer && quote.offers[0] ? obstacleText(quote.offers[0]) : null
  const range = t('range', {
    min: moneyText(limits.minimum, {}),
    max: moneyText(limits.maximum, {}),
    left: moneyText(limits.leftToday, {}),
  })
  const canStart = offer !== undefined && amount !== null && !quoted.isPlaceholderData
  const send = form.send(async () => {
    if (offer) await create.mutateAsync({ input: { ...input, speed: offer.speed } })
  })
  return (
    <div className={asideColumns}>
      <Stack>
        {need !== null && <NeedNote need={need} coming={coming} />}
        <Controlled form={form} name="amount">
          {({ onChange, ref, error }) => (
            <AmountField
              ref={ref}
              value={typed}
              onChange={onChange}
              error={problem ?? blocked ?? error ?? null}
              below={range}
            />
          )}
        </Controlled>
        <SelectField
          label={t('payWith')}
          {...form.field('asset')}
          options={assets.map((asset) => ({
            value: assetKey(asset),
            label: `${asset.symbol} ${t('onNetwork', { network: networkName(asset.network) })}`,
          }))}
        />
      </Stack>
      <Stack>
        {problem === null && !blocked && (
          <>
            {/* In the second column the title is aligned with the first field. */}
            <div className="lg:-mt-2">
              <SectionTitle aside={<TextLink to="/fees">{t('allFees')}</TextLink>}>{t('speed')}</SectionTitle>
            </div>
            <Loaded
              reads={{ quote: { ...quoted, data: quote } }}
              waiting={<Skeleton className="h-56" />}
              failed={({ error, note }) => {
                const again = retryMs(error) === false ? '' : `. ${money('priceAgain')}`
                return note(`${t('quoteFailed')} ${sentenceOf(error)}${again}`)
              }}
            >
              {(found) => (
                <>
                  <LoadOffers
                    quote={found.quote}
                    limits={limits}
                    speed={offer?.speed ?? wanted}
                    onChange={(speed) => form.setValue('speed', speed)}
                  />
                  {offer && <OfferSums quote={found.quote} offer={offer} />}
                </>
              )}
            </Loaded>
          </>
        )}
        <ActionBar note={t('oweNothing')}>
          <Button
            variant="primary"
            busy={form.formState.isSubmitting}
            disabled={!canStart}
            onClick={() => send()}
          >
            {t('showAddress')}
          </Button>
        </ActionBar>
      </Stack>
    </div>
  )
}
