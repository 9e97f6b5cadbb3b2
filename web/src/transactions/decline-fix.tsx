import { useText } from '../kernel/i18n.tsx'
import { hasPage } from '../kernel/router.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import type { DeclineOnWire } from './decline-text.ts'

/** Reasons that were a state of the card. Once the card is in use again, the text says so. */
const stopped: ReadonlySet<string> = new Set(['card_frozen', 'card_blocked', 'card_not_activated'])

/** Reasons that were a limit. Once the payment fits into the limit, the text says so. */
const limited: ReadonlySet<string> = new Set([
  'transaction_limit_exceeded',
  'daily_limit_exceeded',
  'monthly_limit_exceeded',
])

/**
 * What helps now, by one press: load the missing amount, resume the card, activate it, contact support. Where
 * no button helps, a sentence says what to do; `null` when the reason already says it.
 */
export const DeclineFix = ({
  decline,
  cardId,
  merchant,
  resume,
}: {
  decline: DeclineOnWire
  cardId: string
  merchant: string
  /** Resumes the card on this page; only the card's own page has it. */
  resume?: { readonly press: () => void; readonly isBusy: boolean } | null
}) => {
  const t = useText('declines')
  const transactions = useText('transactions')
  const { fix, missing } = decline
  switch (fix) {
    case 'load':
      return (
        <ButtonLink to="/load" search={{ card: cardId, need: missing ?? '' }} variant="soft" size="small">
          {t('fixes.load')}
        </ButtonLink>
      )
    case 'resume':
      return resume ? (
        <Button variant="soft" size="small" busy={resume.isBusy} onClick={resume.press}>
          {t('fixes.resume')}
        </Button>
      ) : (
        <ButtonLink to={`/cards/${cardId}`} variant="soft" size="small">
          {transactions('fix.openCard')}
        </ButtonLink>
      )
    case 'activate':
      return (
        <ButtonLink to={`/cards/${cardId}`} variant="soft" size="small">
          {t('fixes.activate')}
        </ButtonLink>
      )
    case 'support':
      return hasPage('/support') ? (
        <ButtonLink to="/support" variant="soft" size="small">
          {t('fixes.support')}
        </ButtonLink>
      ) : null
    case 'limits':
      return (
        <ButtonLink to={`/cards/${cardId}`} search={{ limits: '1' }} variant="soft" size="small">
          {t('fixes.limits')}
        </ButtonLink>
      )
    case 'other_shop':
      return <span className="text-mute">{t(`fixes.${fix}`)}.</span>
    case 'retry':
      if (limited.has(decline.reason)) {
        return <span className="text-mute">{transactions('fix.fitsNow', { merchant })}</span>
      }
      return stopped.has(decline.reason) ? (
        <span className="text-mute">{transactions('fix.activeNow', { merchant })}</span>
      ) : null
    default:
      return null
  }
}
