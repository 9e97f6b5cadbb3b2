import { listAudit } from '@cardamom/contract/audit'
import { ScrollText } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'

type AuditRow = RowOf<typeof listAudit>

const AuditEntryDetails = part(() => import('./audit-entry-details.tsx'), 'AuditEntryDetails', {
  fallback: <SkeletonRows rows={6} />,
})

/** The caller's name, or what kind of caller it was. */
const Actor = ({ actorName, actorKind }: AuditRow) => {
  const t = useText('audit')
  return actorName ?? <span className="text-mute">{t(`values.actorKind.${actorKind}`)}</span>
}

/** Writes, denials and sensitive reads: `/admin/audit`. */
export const AuditPage = () => (
  <ListPage
    list={listAudit}
    texts="audit"
    columns={[
      { name: 'action', onPhone: 'title' },
      { name: 'result', onPhone: 'end', tones: { done: 'good', refused: 'bad' } },
      { name: 'actorName', onPhone: 'detail', cell: (row) => <Actor {...row} /> },
      { name: 'subjectName' },
      { name: 'companyName' },
      { name: 'at', onPhone: 'detail' },
    ]}
    details={[{ name: 'impersonatorName' }, { name: 'address' }, { name: 'device' }, { name: 'requestId' }]}
    drawer={AuditEntryDetails}
    icon={ScrollText}
  />
)
