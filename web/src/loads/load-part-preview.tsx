import type { WireOf } from '@cardamom/contract/endpoint'
import { previewLoadPart } from '@cardamom/contract/loads/load-parts'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall, useSettled } from '../kernel/query.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { coinOf } from '../ui/payments/load-wire.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'

const stillMs = 350

type Preview = WireOf<typeof previewLoadPart>

/** What each share that the reader sees would lose. */
const SharesPreview = ({ shares }: { shares: Preview['shares'] }) => {
  const t = useText('companyLoads')
  if (shares.length === 0) return null
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-semibold">{t('shares.title')}</h3>
      <KvRows>
        {shares.map(({ id, ownerName, level, before, after, isOwed }) => (
          <KvRow
            key={id}
            name={ownerName === '' ? t('shares.unnamed') : ownerName}
            below={isOwed ? t('part.owed') : t('shares.level', { level: String(level) })}
          >
            <span className="num">
              {t('part.change', { before: moneyText(before), after: moneyText(after) })}
            </span>
          </KvRow>
        ))}
      </KvRows>
    </section>
  )
}

/** What is left of a load. */
type LeftOfLoad = { readonly id: string; readonly gross: string; readonly net: string }

/** What goes back of a load with a part of its amount, before it is requested. */
export const LoadPartPreview = ({ id, gross, net, typed }: LeftOfLoad & { typed: string }) => {
  const t = useText('companyLoads')
  const amount = useSettled(amountOf(typed), stillMs)
  const isPart = amount !== null && Number(amount) !== Number(gross)
  const input = { gross: amount ?? gross }
  const reading = useCall(
    previewLoadPart,
    { params: { id }, input, errors: 'none' },
    { enabled: isPart, showsPrevious: true },
  )
  if (amount === null) return null
  if (!isPart) return <p className="text-base text-mute">{t('part.whole', { net: moneyText(net) })}</p>
  return (
    <Loaded
      reads={{ preview: reading }}
      failed={({ error, note }) => note(error.status === 409 ? t('part.impossible') : sentenceOf(error))}
    >
      {({ preview: { back, left, shares } }) => (
        <div className="flex flex-col gap-3" aria-live="polite">
          <KvRows>
            <KvRow name={t('part.net')}>{moneyText(back.net)}</KvRow>
            <KvRow name={t('part.fee')}>{moneyText(back.fee)}</KvRow>
            <KvRow name={t('part.back')}>{coinOf(back.amount, back.asset)}</KvRow>
            <KvRow name={t('part.left')} below={t('part.leftOf', { net: moneyText(left.net) })}>
              {moneyText(left.gross)}
            </KvRow>
          </KvRows>
          <SharesPreview shares={shares} />
        </div>
      )}
    </Loaded>
  )
}
