import { ReceiptText } from 'lucide-react'
import { useText } from '../../kernel/i18n.tsx'
import { TextLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Rows } from '../../ui/list-row.tsx'
import { SectionTitle } from '../../ui/panel.tsx'
import { ReadFailed } from '../../ui/read-failed.tsx'
import { TransactionRow } from '../../transactions/transaction-row.tsx'
import type { Home } from './home-facts.ts'

/** The last rows. */
export const RecentActivity = ({ activity }: { activity: Home['activity'] }) => {
  const t = useText('home')
  const { data } = activity
  const hasRows = (data?.items.length ?? 0) > 0
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle aside={hasRows ? <TextLink to="/transactions">{t('recent.all')}</TextLink> : undefined}>
        {t('recent.title')}
      </SectionTitle>
      {data === undefined && <ReadFailed title={t('recent.failed')} reads={[activity]} />}
      {data !== undefined && !hasRows && (
        <EmptyState icon={ReceiptText} title={t('recent.emptyTitle')}>
          {t('recent.empty')}
        </EmptyState>
      )}
      {hasRows && (
        <Rows label={t('recent.title')}>
          {data?.items.map((row) => (
            <TransactionRow key={row.id} row={row} />
          ))}
        </Rows>
      )}
    </section>
  )
}
