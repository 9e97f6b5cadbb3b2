import { getCompanyLoad, type listCompanyLoads } from '@cardamom/contract/loads/company-loads'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Notes } from '../ui/notes/notes.tsx'
import { Status } from '../ui/status.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { Origin, PartsPart } from './company-load-parts.tsx'
import { LoadOperations } from './load-operations.tsx'
import { RefundPart } from './company-load-refund.tsx'
import { isNothing, shareTones } from '../ui/payments/share-parts.ts'
import {
  coinOf,
  networkName,
  paymentAgainMs,
  rateText,
  shortHex,
  undoneFrom,
} from '../ui/payments/load-wire.ts'

preloadText('earnings')

type CompanyLoad = WireOf<typeof getCompanyLoad>
type Part = { readonly found: CompanyLoad }

const QuotedPart = ({ found: { load } }: Part) => {
  const t = useText('companyLoads')
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('quoted.title')}</h3>
      <KvRows>
        <KvRow name={t('fields.gross')}>{moneyText(load.gross)}</KvRow>
        <KvRow name={t('quoted.due')}>{coinOf(load.due, load.asset.symbol)}</KvRow>
        <KvRow name={t('quoted.network')}>{networkName(load.asset.network)}</KvRow>
        <KvRow name={t('quoted.rate')}>{rateText(load.rate)}</KvRow>
        <KvRow name={t('quoted.fee')}>{moneyText(load.fee)}</KvRow>
        <KvRow name={t('quoted.net')}>{moneyText(load.net)}</KvRow>
        <KvRow name={t('quoted.until')}>
          <DateText value={load.expiresAt} variant="dayTime" />
        </KvRow>
      </KvRows>
    </section>
  )
}

const ArrivedPart = ({ found: { load, senders } }: Part) => {
  const t = useText('companyLoads')
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('arrived.title')}</h3>
      {load.transfers.length === 0 && <p className="text-base text-mute">{t('arrived.nothing')}</p>}
      <ul className="*:not-last:border-b *:not-last:border-line2">
        {load.transfers.map(({ txHash, amount, asset, at }, index) => {
          const sender = senders[index]
          const isCleared = sender?.isCleared ?? null
          return (
            <li key={`${txHash}-${index}`} className="flex flex-col gap-1 py-2.5">
              <p className="num flex flex-wrap justify-between gap-x-3 font-medium">
                {coinOf(amount, asset)}
                <span className="font-normal text-mute">
                  <DateText value={at} variant="dayTime" />
                </span>
              </p>
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-base">
                <span className="num text-mute">
                  {sender && t('arrived.from', { address: shortHex(sender.sender) })}
                </span>
                <Status tone={isCleared === null ? 'neutral' : isCleared ? 'good' : 'bad'} variant="plain">
                  {t(
                    isCleared === null
                      ? 'arrived.waiting'
                      : isCleared
                        ? 'arrived.cleared'
                        : 'arrived.notCleared',
                  )}
                </Status>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const OptionsPart = ({ found: { load, creditObstacle } }: Part) => {
  const t = useText('companyLoads')
  if (load.resolutions.length === 0 && creditObstacle === null) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('options.title')}</h3>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-base">
        {load.resolutions.map(({ kind, net, fee, amount, asset }) => (
          <li key={`${kind}-${asset ?? ''}`}>
            {kind === 'credit'
              ? t('options.credit', { net: moneyText(net ?? '0'), fee: moneyText(fee ?? '0') })
              : t(`options.${kind}`, { amount: coinOf(amount ?? '0', asset ?? '') })}
          </li>
        ))}
      </ul>
      {creditObstacle && <NoteBox tone="warn">{t(`obstacle.${creditObstacle}`)}</NoteBox>}
    </section>
  )
}

const PayerPart = ({ found: { payer, companyName } }: Part) => {
  const t = useText('companyLoads')
  const { isVerified, isHeld } = payer
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-semibold">{t('person.title')}</h3>
      <p className="text-base wrap-anywhere">
        {payer.name} · {payer.email} · {companyName}
      </p>
      <Status tone={isHeld ? 'bad' : isVerified ? 'good' : 'warn'} variant="plain">
        {t(isHeld ? 'person.held' : isVerified ? 'person.verified' : 'person.notVerified')}
      </Status>
    </section>
  )
}

const SharesPart = ({ found: { shares } }: Part) => {
  const t = useText('companyLoads')
  const earnings = useText('earnings')
  const date = useDates()
  if (shares.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('shares.title')}</h3>
      <ul className="*:not-last:border-b *:not-last:border-line2">
        {shares.map(({ id, ownerName, level, state, amount, owed, dueAt }) => {
          const notes = [
            t('shares.level', { level: String(level) }),
            state === 'pending' &&
              (dueAt === null ? earnings('waits') : earnings('due', { at: date(dueAt, 'dayTime') })),
            state === 'stopped' && earnings('stopped'),
            !isNothing(owed) && t('shares.owed', { amount: moneyText(owed) }),
          ].filter(Boolean)
          return (
            <li key={id} className="flex flex-col gap-1 py-2.5">
              <p className="flex flex-wrap justify-between gap-x-3 font-medium">
                {ownerName === '' ? t('shares.unnamed') : ownerName}
                <span className="num">{moneyText(amount)}</span>
              </p>
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-base text-mute md:text-sm">
                {notes.join(' · ')}
                <Status tone={shareTones[state]} variant="plain">
                  {earnings(`values.state.${state}`)}
                </Status>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const ReversalPart = ({ found: { load, reversal } }: Part) => {
  const t = useText('companyLoads')
  const date = useDates()
  if (!reversal || load.status !== 'credited') return null
  const facts = { net: moneyText(load.net), at: date(reversal.at, 'dayTime') }
  return (
    <NoteBox tone={reversal.status === 'refused' ? 'bad' : 'warn'}>
      {t(`reversal.${reversal.status}`, facts)}
    </NoteBox>
  )
}

const HistoryPart = ({ found: { load } }: Part) => {
  const t = useText('companyLoads')
  const loads = useText('loads')
  const nameOf = (status: string, index: number) => {
    const undone = undoneFrom(load.history, index)
    if (undone) return t(`undone.${undone}`)
    const key = `values.status.${status}` as 'values.status.review'
    return t.has(key) ? t(key) : loads('status.review')
  }
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('history')}</h3>
      <Stepper
        direction="newest-first"
        steps={load.history
          .map(({ status, at }, index) => ({
            key: `${status}-${at}`,
            state: 'done' as const,
            title: nameOf(status, index),
            time: <DateText value={at} variant="dayTime" />,
          }))
          .toReversed()}
      />
    </section>
  )
}

/** One load, shown next to the list: what differs, what two people can do, and every fact behind it. */
export const CompanyLoadDetails = ({
  id,
  row,
}: {
  id: string
  row: RowOf<typeof listCompanyLoads> | undefined
}) => {
  const t = useText('companyLoads')
  const reading = useCall(
    getCompanyLoad,
    { params: { id } },
    { live: ['load.'], againMs: ({ load }) => paymentAgainMs(load) },
  )
  const shown = reading.data?.load ?? row
  return (
    <div className="flex flex-col gap-5">
      {shown && (
        <header>
          <h3 className="num text-md font-semibold">{shown.ref}</h3>
          <p className="text-base text-mute">
            <Origin exception={shown.exception} load={reading.data?.load} />
          </p>
        </header>
      )}
      <Loaded reads={{ found: reading }} failed={t('failed')}>
        {({ found }) => (
          <>
            <LoadOperations found={found} />
            <ReversalPart found={found} />
            <ArrivedPart found={found} />
            <OptionsPart found={found} />
            <RefundPart found={found} />
            <PayerPart found={found} />
            <QuotedPart found={found} />
            <PartsPart found={found} />
            <SharesPart found={found} />
            <HistoryPart found={found} />
            <Notes kind="load" id={id} />
          </>
        )}
      </Loaded>
    </div>
  )
}
