import type { CardDetailOnWire } from '@cardamom/contract/cards'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useQueryParams } from '../kernel/router.tsx'
import { toastError, toastSuccess } from '../kernel/toasts.ts'
import { centsOf } from '../kernel/cents.ts'

export type Limits = CardDetailOnWire['limits']
export type RequestedLimits = { payment: string | null; day: string | null; month: string | null }

/** Typed limits; an empty field means no limit. */
export type TypedLimits = { payment: string; day: string; month: string }

/**
 * A comma before three digits separates thousands. Any other comma stays and is refused: `12,50` is not
 * $1,250.
 */
const plain = (typed: string): string | null => {
  const text = typed.replaceAll(/[\s$]|,(?=\d{3}(?!\d))/g, '')
  return text === '' ? null : text
}

/** Typed limits as the call expects them. */
export const wantedOf = ({ payment, day, month }: TypedLimits): RequestedLimits => ({
  payment: plain(payment),
  day: plain(day),
  month: plain(month),
})

/** In the order of the form. */
export const limitNames = ['payment', 'day', 'month'] as const

const isSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : centsOf(one) === centsOf(other)

/** Limits that differ as amounts: `50` and `50.00` are the same. */
export const changedLimits = (one: TypedLimits, other: TypedLimits): (keyof TypedLimits)[] =>
  limitNames.filter((name) => !isSame(plain(one[name]), plain(other[name])))

/** Limits as typed values; while a change is under way, the requested ones. */
export const typedOf = ({ payment, day, month, requested }: Limits): TypedLimits => ({
  payment: (requested ? requested.payment : payment.limit) ?? '',
  day: (requested ? requested.day : day.limit) ?? '',
  month: (requested ? requested.month : month.limit) ?? '',
})

const isAs = (limits: Limits, { payment, day, month }: RequestedLimits): boolean =>
  isSame(limits.payment.limit, payment) && isSame(limits.day.limit, day) && isSame(limits.month.limit, month)

/**
 * Opens the dialog for the limits of a card, and reports the result of a change once the issuer has answered.
 * `?limits=1` opens it too, after a payment that a limit declined.
 */
export const useLimitChange = (card: CardDetailOnWire) => {
  const t = useText('cards')
  const [query, setQuery] = useQueryParams()
  const [{ isOpen, opened }, setDialog] = useState({ isOpen: false, opened: 0 })
  const open = useCallback(() => setDialog((at) => ({ isOpen: true, opened: at.opened + 1 })), [])
  const close = () => setDialog((at) => ({ ...at, isOpen: false }))
  const wanted = useRef<RequestedLimits | null>(null)
  const { limits } = card
  const isRequested = query['limits'] === '1'
  useEffect(() => {
    if (!isRequested) return
    setQuery({ limits: undefined })
    if (limits.canChange) open()
  }, [isRequested, limits.canChange, setQuery, open])
  useEffect(() => {
    if (wanted.current === null || limits.requested !== null) return
    if (isAs(limits, wanted.current)) toastSuccess(t('limits.changed'))
    else toastError(t('limits.notChanged'))
    wanted.current = null
  }, [limits, t])
  const wait = (input: RequestedLimits) => {
    wanted.current = input
    close()
  }
  /**
   * `opened` counts the openings: each time the form starts with the present limits. `wait` is called with
   * the limits that were requested.
   */
  return { isOpen, opened, open, close, wait }
}

export type LimitChange = ReturnType<typeof useLimitChange>
