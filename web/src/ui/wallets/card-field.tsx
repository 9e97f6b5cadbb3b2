import { findReceivingCards, getReceivingCard } from '@cardamom/contract/transfers/wallet-loads'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useEffect, useId, useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useCall, useSettled } from '../../kernel/query.ts'
import { Avatar } from '../avatar.tsx'
import { Button } from '../button.tsx'
import { FieldError } from '../field.tsx'
import { TextField } from '../text-field.tsx'

export type ReceivingCard = WireOf<typeof getReceivingCard>

const stillMs = 300
const shortest = 3

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

const Results = ({ q, choose }: { q: string; choose: (card: ReceivingCard) => void }) => {
  const t = useText('walletLoads')
  const found = useCall(
    findReceivingCards,
    { input: { q }, errors: 'none' },
    { showsPrevious: true, staleMs: 0 },
  )
  const text = found.error === null ? (found.data?.length === 0 ? t('none') : null) : t('failed')
  return (
    <>
      <p role="status" className="pt-1.5 text-base text-mute empty:hidden md:text-sm">
        {text}
      </p>
      {found.error === null && (found.data?.length ?? 0) > 0 && (
        <ul className="mt-2 max-h-80 overflow-y-auto rounded-xl border border-line *:not-last:border-b *:not-last:border-line2">
          {found.data?.map((card) => (
            <li key={card.id}>
              <button
                type="button"
                onClick={() => choose(card)}
                className="flex min-h-14 w-full flex-col gap-1 px-4 py-2.5 text-left -outline-offset-2 hover:bg-fill md:text-base"
              >
                <CardName card={card} />
                {card.obstacle !== null && (
                  <span className="text-base text-warn md:text-sm">{t(`obstacles.${card.obstacle}`)}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
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

type Props = {
  readonly chosen: ReceivingCard | null
  /** Id of the one that the address names. */
  readonly start: string | null
  readonly error: string | null
  readonly choose: (card: ReceivingCard | null) => void
}

const Chosen = ({ card, error, choose }: Pick<Props, 'error' | 'choose'> & { card: ReceivingCard }) => {
  const t = useText('walletLoads')
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="pb-1.5 text-base font-medium md:text-sm">
        {t('card')}
      </p>
      <div className="flex items-center justify-between gap-3 rounded-xl border border-line px-4 py-2.5 max-2xs:flex-col max-2xs:items-start">
        <CardName card={card} />
        <Button size="small" onClick={() => choose(null)}>
          {t('change')}
        </Button>
      </div>
      {error !== null && <FieldError>{error}</FieldError>}
    </div>
  )
}

/** Chooses a card: a search by holder, last digits or client code, and what it finds. */
export const CardField = ({ chosen, start, error, choose }: Props) => {
  const t = useText('walletLoads')
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim(), stillMs)
  useStart(start, choose)
  if (chosen) return <Chosen card={chosen} error={error} choose={choose} />
  return (
    <div>
      <TextField
        label={t('card')}
        type="search"
        placeholder={t('search')}
        hint={t('searchHint')}
        error={error ?? undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {q.length >= shortest && (
        <Results
          q={q}
          choose={(card) => {
            setTyped('')
            choose(card)
          }}
        />
      )}
    </div>
  )
}
