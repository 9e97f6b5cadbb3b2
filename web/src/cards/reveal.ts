import { revealCard, type CardOnWire } from '@cardamom/contract/cards'
import { useCallback, useEffect, useState } from 'react'
import { isRefusal, type ApiError } from '../kernel/api.ts'
import { useAction } from '../kernel/query.ts'
import { schemeStore } from '../kernel/theme.ts'

/** The person did not confirm, or has no factor to confirm with. The step-up dialog says so. */
const isUnconfirmed = (error: ApiError) =>
  isRefusal(error, 'step_up_required') || isRefusal(error, 'factor_required')

/** `hidden`: the details were shown and are hidden again · `gone`: the issuer's page could not be opened. */
export type Reveal =
  | { readonly state: 'idle' | 'hidden' | 'gone' | 'failed' }
  | { readonly state: 'shown'; readonly url: string }

/** Time for which the page says that the details are hidden again. */
const saidMs = 8000

/**
 * Shows a card's details on the issuer's own page, after a step-up. Only the page's address is here, never
 * the details, and it is forgotten when the page is hidden (domain §6).
 */
export const useReveal = (card: CardOnWire) => {
  const [reveal, setReveal] = useState<Reveal>({ state: 'idle' })
  const request = useAction(revealCard, { errors: 'none' })
  const { mutate } = request
  const { id } = card
  const show = useCallback(() => {
    mutate(
      { params: { id }, input: { theme: schemeStore.read() } },
      {
        onSuccess: ({ url }) => setReveal({ state: 'shown', url }),
        onError: (error) => setReveal({ state: isUnconfirmed(error) ? 'idle' : 'failed' }),
      },
    )
  }, [mutate, id])
  const wasHidden = reveal.state === 'hidden'
  useEffect(() => {
    if (!wasHidden) return
    const timer = setTimeout(() => setReveal({ state: 'idle' }), saidMs)
    return () => clearTimeout(timer)
  }, [wasHidden])
  const end = useCallback((state: 'hidden' | 'gone') => setReveal({ state }), [])
  return { reveal, show, end, isBusy: request.isPending, isShown: reveal.state === 'shown' }
}
