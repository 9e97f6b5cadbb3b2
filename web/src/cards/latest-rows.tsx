import { Loaded } from '../ui/loaded.tsx'
import { listTransactions } from '@cardamom/contract/transactions'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { TextLink } from '../ui/button.tsx'
import { Rows } from '../ui/list-row.tsx'
import { SectionTitle } from '../ui/panel.tsx'
import { TransactionRow } from '../transactions/transaction-row.tsx'

const shown = 5
/** Declined payments have their own list above, so more rows are read until five others are among them. */
const read = 15

/** The last rows of one card. */
export const LatestRows = ({ cardId }: { cardId: string }) => {
  const t = useText('cards')
  const input = { cardId, limit: read }
  const found = useCall(
    listTransactions,
    { input },
    { live: ['card.', 'card_transaction.', 'load.credited'] },
  )
  return (
    <Loaded reads={{ found }} failed={null}>
      {({ found: { items } }) => {
        const rows = items.filter(({ status }) => status !== 'declined').slice(0, shown)
        return (
          rows.length > 0 && (
            <section className="flex flex-col gap-3">
              <SectionTitle
                aside={
                  <TextLink to="/transactions" search={{ card: cardId }}>
                    {t('recent.all')}
                  </TextLink>
                }
              >
                {t('recent.title')}
              </SectionTitle>
              <Rows label={t('recent.title')}>
                {rows.map((row) => (
                  <TransactionRow key={row.id} row={row} />
                ))}
              </Rows>
            </section>
          )
        )
      }}
    </Loaded>
  )
}
