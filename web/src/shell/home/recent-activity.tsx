import { ReceiptText } from 'lucide-react'
import { useText } from '../../kernel/i18n.tsx'
import { TextLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Rows } from '../../ui/list-row.tsx'
import { SectionTitle } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TransactionRow } from '../../transactions/transaction-row.tsx'
import type { Home } from './home-facts.ts'

/** The last rows. */
export const RecentActivity = ({ activity }: { activity: Home['activity'] }) => {
  const t = useText('home')
  const hasRows = (activity.data?.items.length ?? 0) > 0
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle aside={hasRows ? <TextLink to="/transactions">{t('recent.all')}</TextLink> : undefined}>
        {t('recent.title')}
      </SectionTitle>
      <Loaded
        reads={{ activity }}
        failed={t('recent.failed')}
        empty={() =>
          !hasRows && (
            <EmptyState icon={ReceiptText} title={t('recent.emptyTitle')}>
              {t('recent.empty')}
            </EmptyState>
          )
        }
      >
        {({ activity: { items } }) => (
          <Rows label={t('recent.title')}>
            {items.map((row) => (
              <TransactionRow key={row.id} row={row} />
            ))}
          </Rows>
        )}
      </Loaded>
    </section>
  )
}
