import type { CardDetailOnWire } from '@cardamom/contract/cards'
import { capital } from '../kernel/date-text.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { TextLink } from '../ui/button.tsx'
import { Rows } from '../ui/list-row.tsx'
import { Money } from '../ui/money.tsx'
import { SectionTitle } from '../ui/panel.tsx'
import { declineIcon } from '../transactions/decline-icon.ts'
import { DeclineFix } from '../transactions/decline-fix.tsx'
import { declineSentence } from '../transactions/decline-text.ts'
import { RowFrame } from '../transactions/row-frame.tsx'

const shown = 3

/** Payments that the issuer declined recently, each with its reason and what helps now. */
export const DeclinedLately = ({
  card,
  resume,
}: {
  card: CardDetailOnWire
  resume: { readonly press: () => void; readonly isBusy: boolean }
}) => {
  const t = useText('cards')
  const declines = useText('declines')
  const date = useDates()
  if (card.declines.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle
        aside={
          card.declines.length > shown ? (
            <TextLink to="/transactions" search={{ status: 'declined', card: card.id }}>
              {t('declined.all')}
            </TextLink>
          ) : undefined
        }
      >
        {t('declined.title')}
      </SectionTitle>
      <Rows label={t('declined.title')}>
        {card.declines.slice(0, shown).map(({ id, merchantName, amount, at, decline }) => (
          <RowFrame
            key={id}
            to={`/transactions/${id}`}
            icon={declineIcon(decline.reason)}
            tone="bad"
            title={merchantName}
            below={capital(date(at, 'near'))}
            value={<Money amount={amount} variant="undone" />}
            more={declineSentence(declines, decline, amount)}
          >
            <DeclineFix
              decline={decline}
              cardId={card.id}
              merchant={merchantName}
              resume={card.canResume ? resume : null}
            />
          </RowFrame>
        ))}
      </Rows>
    </section>
  )
}
