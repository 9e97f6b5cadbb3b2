import type { loadStatuses } from '@cardamom/contract/loads'
import { listCompanyLoads } from '@cardamom/contract/loads/company-loads'
import { TrendingUp } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { queryOfTab } from '../ui/list/list-tabs.ts'
import { useFirstQuery } from '../ui/list/use-first-query.ts'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import type { Tone } from '../ui/status.tsx'
import { useExceptionText } from './exception-text.ts'

type CompanyLoadRow = RowOf<typeof listCompanyLoads>

const Details = part(() => import('./company-load-details.tsx'), 'CompanyLoadDetails', {
  fallback: <SkeletonRows rows={6} />,
})

const tones: Record<(typeof loadStatuses)[number], Tone> = {
  quoted: 'neutral',
  detected: 'info',
  confirmed: 'info',
  review: 'warn',
  held: 'info',
  crediting: 'info',
  credit_failed: 'bad',
  credited: 'good',
  cancelled: 'neutral',
  expired: 'neutral',
  refunding: 'info',
  refunded: 'neutral',
}

const Payer = ({ payer: { name, email }, ref }: CompanyLoadRow) => (
  <>
    <span className="block font-medium">{name}</span>
    <span className="block text-base text-mute md:text-sm">
      <span className="num max-md:block">{ref}</span>
      <span className="max-md:hidden"> · </span>
      {email}
    </span>
  </>
)

/** What differs from the quote; a part of a load is named as one. */
const Exception = ({ exception, partOf }: CompanyLoadRow) => {
  const t = useText('companyLoads')
  const exceptionText = useExceptionText()
  if (partOf === null) return exceptionText(exception)
  const part = t('part.of', { ref: partOf.ref })
  return exception === null ? part : `${part} · ${exceptionText(exception)}`
}

/** Loads on which a person may have to act, and those that are done. */
const tabs = ['review', 'held', 'credit_failed', 'credited', 'refunding'] as const

/** Loads of the companies that the admin may see: `/admin/loads`. */
export const CompanyLoadsPage = () => {
  const t = useText('companyLoads')
  useFirstQuery(queryOfTab(listCompanyLoads, { tab: 'review' }))
  return (
    <ListPage
      list={listCompanyLoads}
      texts="companyLoads"
      columns={[
        { name: 'payer', onPhone: 'title', cell: (row) => <Payer {...row} /> },
        { name: 'status', onPhone: 'end', tones },
        { name: 'exception', onPhone: 'detail', cell: (row) => <Exception {...row} /> },
        { name: 'gross', onPhone: 'end' },
        { name: 'companyName' },
        { name: 'quotedAt', onPhone: 'detail' },
      ]}
      tabs={tabs.map((tab) => ({
        tab,
        name: t(`values.status.${tab}`),
        ...(tab === 'review' ? { empty: { title: t('none.title'), body: t('none.body') } } : {}),
      }))}
      drawer={Details}
      icon={TrendingUp}
      live={['load.']}
    />
  )
}
