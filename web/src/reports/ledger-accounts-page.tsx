import { listLedgerAccounts } from '@cardamom/contract/reports/ledger-accounts'
import { BookOpen } from 'lucide-react'
import { TextLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { AccountName, LedgerMoney, accountPage, useOwnerText } from './ledger-parts.tsx'

type Row = RowOf<typeof listLedgerAccounts>

const Owner = ({ row }: { row: Row }) => {
  const textOf = useOwnerText()
  return <span className="wrap-anywhere">{textOf(row)}</span>
}

/** Accounts of the ledger in the reader's scope: `/admin/ledger/accounts`. */
export const LedgerAccountsPage = () => (
  <ListPage
    list={listLedgerAccounts}
    texts="ledgerAccounts"
    columns={[
      {
        name: 'code',
        onPhone: 'title',
        cell: (row) => <AccountName line={row} />,
      },
      { name: 'ownerName', onPhone: 'detail', cell: (row) => <Owner row={row} /> },
      { name: 'companyName' },
      {
        name: 'balance',
        onPhone: 'end',
        align: 'end',
        cell: (row) => <LedgerMoney amount={row.balance} currency={row.currency} />,
      },
      { name: 'lastPostingAt', onPhone: 'detail' },
    ]}
    details={[
      {
        name: 'account',
        cell: (row) => <TextLink {...accountPage(row.id)}>{row.account}</TextLink>,
      },
      { name: 'class' },
      { name: 'state', tones: { open: 'good', closed: 'neutral' } },
      { name: 'ownerKind' },
      { name: 'asset' },
      { name: 'currency' },
      {
        name: 'floor',
        align: 'end',
        cell: (row) => row.floor !== null && <LedgerMoney amount={row.floor} currency={row.currency} />,
      },
    ]}
    icon={BookOpen}
  />
)
