import type { CardDetailOnWire } from '@cardamom/contract/cards'
import { capital } from '../kernel/date-text.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Panel } from '../ui/panel.tsx'
import { centsOf } from '../kernel/cents.ts'

/** Facts of a card besides its art and state: name, prices and reference codes (product §3). */
export const CardFacts = ({ card }: { card: CardDetailOnWire }) => {
  const t = useText('cards')
  const date = useDates()
  const { plan } = card
  const price = (amount: string) => (centsOf(amount) === 0n ? t('facts.free') : moneyText(amount))
  return (
    <Panel title={t('facts.title')}>
      <KvRows>
        <KvRow name={t('facts.name')}>{card.nameOnCard}</KvRow>
        {card.expiry !== null && <KvRow name={t('facts.expires')}>{card.expiry}</KvRow>}
        <KvRow name={t('facts.price')}>{price(plan.price)}</KvRow>
        <KvRow name={t('facts.replacement')}>{price(plan.replacementPrice)}</KvRow>
        {card.activatedAt !== null && (
          <KvRow name={t('facts.activated')}>{capital(date(card.activatedAt, 'full'))}</KvRow>
        )}
        <KvRow name={t('facts.clientCode')}>{card.clientCode}</KvRow>
        <KvRow name={t('facts.reference')}>
          <span className="-my-3 -mr-3.5 inline-flex md:-mr-2.25 items-center">
            {card.ref}
            <CopyButton text={card.ref} label={t('facts.copyReference')} variant="ghost" />
          </span>
        </KvRow>
      </KvRows>
    </Panel>
  )
}
