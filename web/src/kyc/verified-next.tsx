import { listCards } from '@cardamom/contract/cards'
import { CircleAlert, House, Plus } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ofPeople } from '../kernel/read-again.ts'
import { ButtonLink } from '../ui/button.tsx'

const mostCards = 50
const gaps: ReadonlySet<string> = new Set(['details_missing', 'document_missing'])

/**
 * The next step after the verification: load the card, add what the card lacks, or see the card's progress on
 * the home page.
 */
export const VerifiedNext = () => {
  const t = useText('kyc')
  const { data } = useCall(
    listCards,
    { input: { limit: mostCards } },
    { live: ['card.'], againMs: ({ items }) => !items.some(({ canLoad }) => canLoad) && ofPeople },
  )
  if (data === undefined) return null
  const ready = data.items.find(({ canLoad }) => canLoad)
  if (ready !== undefined) {
    return (
      <>
        <p>{t('state.verified.ready')}</p>
        <ButtonLink to="/load" search={{ card: ready.id }} variant="primary" icon={Plus} fullWidth>
          {t('actions.loadCard')}
        </ButtonLink>
      </>
    )
  }
  const lacking = data.items.find(({ explanation }) => gaps.has(explanation))
  if (lacking !== undefined) {
    return (
      <>
        <p>{t('state.verified.missing')}</p>
        <ButtonLink to={`/cards/${lacking.id}`} variant="primary" icon={CircleAlert} fullWidth>
          {t('actions.seeMissing')}
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <p>{t(data.items.length > 0 ? 'state.verified.making' : 'state.verified.noCard')}</p>
      <ButtonLink to="/" variant="primary" icon={House} fullWidth>
        {t('actions.home')}
      </ButtonLink>
    </>
  )
}
