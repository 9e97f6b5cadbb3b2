import { listLedgerJournals } from '@cardamom/contract/reports/ledger-journals'
import { BookOpen } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { TextLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { journalPage, ledgerOf } from './ledger-parts.tsx'

type Journal = RowOf<typeof listLedgerJournals>

const KindLink = ({ id, kind, isReversal }: Journal) => {
  const t = useText('ledgerJournals')
  const name = t(`values.kind.${kind}`)
  return <TextLink {...journalPage(id)}>{isReversal ? t('reversal', { kind: name }) : name}</TextLink>
}

const Actor = ({ actor }: Journal) => {
  const t = useText('ledgerJournals')
  return actor ?? <span className="text-mute">{t('automatic')}</span>
}

const Subject = ({ subjectId }: Journal) =>
  subjectId === null ? null : (
    <TextLink {...ledgerOf(subjectId)}>
      <span className="wrap-anywhere">{subjectId}</span>
    </TextLink>
  )

/** Why a reader of a part of the ledger finds nothing here, whatever they filter by, and where their part is. */
const PartNote = () => {
  const t = useText('ledgerJournals')
  const { data } = useListPages(listLedgerJournals, { query: {}, rowsAtOnce: 1 })
  if (data?.[0]?.isWhole !== false) return null
  const accounts = <TextLink to="/admin/ledger/accounts">{t('part.accounts')}</TextLink>
  return (
    <NoteBox tone="info" title={t('part.title')} action={accounts}>
      {t('part.body')}
    </NoteBox>
  )
}

/** Journals of the whole ledger by kind, day, subject and who decided: `/admin/ledger/journals`. */
export const LedgerJournalsPage = () => (
  <ListPage
    list={listLedgerJournals}
    texts="ledgerJournals"
    columns={[
      { name: 'kind', onPhone: 'title', cell: (row) => <KindLink {...row} />, file: ['kind', 'isReversal'] },
      { name: 'effectiveAt', onPhone: 'detail' },
      { name: 'actor', onPhone: 'detail', cell: (row) => <Actor {...row} /> },
      { name: 'key' },
    ]}
    details={[
      { name: 'recordedAt' },
      { name: 'subjectId', cell: (row) => <Subject {...row} /> },
      { name: 'reason' },
      { name: 'id' },
    ]}
    icon={BookOpen}
    above={<PartNote />}
  />
)
