import { findReceivingCards, getReceivingCard } from '@cardamom/contract/transfers/wallet-loads'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useEffect } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useCall } from '../../kernel/query.ts'
import { Avatar } from '../avatar.tsx'
import { RecordField } from '../record-field.tsx'

export type ReceivingCard = WireOf<typeof getReceivingCard>

/** A card with its holder and company. */
export const CardName = ({ card }: { card: Omit<ReceivingCard, 'obstacle'> }) => {
  const t = useText('walletLoads')
  const { holderName, lastDigits, companyName, clientCode, form } = card
  const digits = lastDigits === null ? t('noDigits') : t('digits', { digits: lastDigits })
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={holderName} shape="person" size={32} />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{holderName}</span>
        <span className="num block text-base text-mute md:text-sm">{`${digits} · ${t(form)}`}</span>
        <span className="block text-base wrap-anywhere text-mute md:text-sm">
          {`${companyName} · ${t('clientCode', { code: clientCode })}`}
        </span>
      </span>
    </span>
  )
}

const useFoundCards = (q: string) => {
  const t = useText('walletLoads')
  const { data, error } = useCall(
    findReceivingCards,
    { input: { q }, errors: 'none' },
    { showsPrevious: true, staleMs: 0 },
  )
  return { items: data, failed: error === null ? null : t('failed') }
}

const FoundCard = ({ card }: { card: ReceivingCard }) => {
  const t = useText('walletLoads')
  return (
    <>
      <CardName card={card} />
      {card.obstacle !== null && (
        <span className="text-base text-warn md:text-sm">{t(`obstacles.${card.obstacle}`)}</span>
      )}
    </>
  )
}

/** The card that the address of the page names, once it is read. */
const useStart = (start: string | null, choose: (card: ReceivingCard) => void) => {
  const { data } = useCall(
    getReceivingCard,
    { params: { id: start ?? '' }, errors: 'none' },
    { enabled: start !== null, staleMs: Infinity },
  )
  useEffect(() => {
    if (data) choose(data)
    // oxlint-disable-next-line react/exhaustive-deps -- only the card that the address names is chosen here
  }, [data])
}

/** Chooses a card: a search by holder, last digits or client code, and what it finds. */
export const CardField = ({
  chosen,
  start,
  error,
  choose,
  fieldRef,
}: {
  chosen: ReceivingCard | null
  /** Id of the one that the address names. */
  start: string | null
  error: string | null
  choose: (card: ReceivingCard | null) => void
  fieldRef?: (element: HTMLInputElement | null) => void
}) => {
  const t = useText('walletLoads')
  useStart(start, choose)
  return (
    <RecordField
      label={t('card')}
      texts={{ search: t('search'), hint: t('searchHint'), nothing: t('none'), change: t('change') }}
      useFound={useFoundCards}
      result={(card) => <FoundCard card={card} />}
      chosen={chosen && <CardName card={chosen} />}
      error={error}
      choose={choose}
      fieldRef={fieldRef}
    />
  )
}
