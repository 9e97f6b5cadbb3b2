import { listCards, pauseCard, readCard, resumeCard, type CardOnWire } from '@cardamom/contract/cards'
import { useEffect, useRef } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastError, toastSuccess } from '../kernel/toasts.ts'

const changes = [listCards, readCard]

/** Reports the result of a pause or a resume once the issuer has answered; the call itself only starts it. */
const useOutcome = (card: CardOnWire) => {
  const t = useText('cards')
  const before = useRef(card.inFlight)
  const { inFlight, status } = card
  useEffect(() => {
    const waitedFor = before.current
    before.current = inFlight
    if (inFlight !== null || waitedFor === null) return
    if (waitedFor === 'pausing') {
      if (status === 'blocked') toastSuccess(t('paused'))
      else toastError(t('notPaused'))
    }
    if (waitedFor === 'resuming') {
      if (status === 'activated') toastSuccess(t('resumed'))
      else toastError(t('notResumed'))
    }
  }, [inFlight, status, t])
}

/**
 * Pauses or resumes a card by one press. `isBusy` lasts from the press until the issuer has answered; the
 * card always shows the server's state.
 */
export const usePause = (card: CardOnWire) => {
  const pausing = useAction(pauseCard, { changes })
  const resuming = useAction(resumeCard, { changes })
  useOutcome(card)
  const isChanging = card.inFlight === 'pausing' || card.inFlight === 'resuming'
  const params = { params: { id: card.id } }
  return {
    isBusy: isChanging || pausing.isPending || resuming.isPending,
    /** What the button does: it pauses an active card and resumes a paused one. Null: neither is possible. */
    verb:
      card.canPause || card.inFlight === 'pausing'
        ? ('pause' as const)
        : card.canResume || card.inFlight === 'resuming'
          ? ('resume' as const)
          : null,
    press: () => {
      if (card.canPause) pausing.mutate(params)
      else if (card.canResume) resuming.mutate(params)
    },
  }
}
