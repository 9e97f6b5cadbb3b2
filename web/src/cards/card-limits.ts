import { changeCardLimits } from '@cardamom/contract/card-limits'
import { readCard } from '@cardamom/contract/cards'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { toastError, toastSuccess } from '../kernel/toasts.ts'
import type { CardDetailOnWire } from './card-wire.ts'
import { centsOf } from './cents.ts'

type Limits = CardDetailOnWire['limits']
type Wanted = { payment: string | null; day: string | null; month: string | null }

/** What is typed: an empty field is no limit. */
export type TypedLimits = { payment: string; day: string; month: string }

/** A comma in front of three digits sets thousands apart. Any other stays, and is refused: `12,50` is not $1,250. */
const plain = (typed: string): string | null => {
  const text = typed.replaceAll(/[\s$]|,(?=\d{3}(?!\d))/g, '')
  return text === '' ? null : text
}

/** What was typed as the call wants it. */
export const wantedOf = ({ payment, day, month }: TypedLimits): Wanted => ({
  payment: plain(payment),
  day: plain(day),
  month: plain(month),
})

const isAs = (limits: Limits, { payment, day, month }: Wanted): boolean => {
  const same = (limit: string | null, wanted: string | null) =>
    limit === null || wanted === null ? limit === wanted : centsOf(limit) === centsOf(wanted)
  return same(limits.payment.limit, payment) && same(limits.day.limit, day) && same(limits.month.limit, month)
}

/**
 * Changes the limits of a card. The call itself only begins it: what became of it is told once the issuer has answered.
 * `?limits=1` opens the dialog, for a payment that a limit declined.
 */
export const useLimitChange = (card: CardDetailOnWire) => {
  const t = useText('cards')
  const [query, setQuery] = useQueryParams()
  const [{ isOpen, opened }, setDialog] = useState({ isOpen: false, opened: 0 })
  const open = useCallback(() => setDialog((at) => ({ isOpen: true, opened: at.opened + 1 })), [])
  const close = () => setDialog((at) => ({ ...at, isOpen: false }))
  const wanted = useRef<Wanted | null>(null)
  const { mutateAsync } = useAction(changeCardLimits, { errors: 'fields', changes: [readCard] })
  const { limits } = card
  const isAsked = query['limits'] === '1'
  useEffect(() => {
    if (!isAsked) return
    setQuery({ limits: undefined })
    if (limits.canChange) open()
  }, [isAsked, limits.canChange, setQuery, open])
  useEffect(() => {
    if (wanted.current === null || limits.isChanging) return
    if (isAs(limits, wanted.current)) toastSuccess(t('limits.changed'))
    else toastError(t('limits.notChanged'))
    wanted.current = null
  }, [limits, t])
  const send = async (typed: TypedLimits) => {
    const input = wantedOf(typed)
    await mutateAsync({ params: { id: card.id }, input })
    wanted.current = input
    close()
  }
  /** `opened` counts: each time the form begins with the limits of that moment. */
  return { isOpen, opened, open, close, send }
}

export type LimitChange = ReturnType<typeof useLimitChange>
