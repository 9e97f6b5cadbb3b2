import { listOwnWithdrawals } from '@cardamom/contract/withdrawals'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useQueryParams } from '../kernel/router.tsx'
import { ExportCsv } from '../ui/list/export-csv.tsx'
import { listQueryOf } from '../ui/list/list-query.ts'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { OwnWithdrawal } from './own-withdrawal.tsx'
import { WithdrawalHistory } from './withdrawal-history.tsx'
import { WithdrawalRequest } from './withdrawal-request.tsx'
import { withdrawalLive } from './withdrawal-tones.ts'

preloadText('ownWithdrawals')

const OwnWithdrawals = () => {
  const t = useText('ownWithdrawals')
  const [params, change] = useQueryParams()
  const { q } = listQueryOf(listOwnWithdrawals, params)
  const query: { q?: string } = q === undefined ? {} : { q }
  const found = useListPages(listOwnWithdrawals, { query, live: withdrawalLive })
  return (
    <Page>
      <PageHeader
        title={t('title')}
        back="/wallet"
        actions={<ExportCsv list={listOwnWithdrawals} query={query} count={found.count} />}
      />
      <Stack>
        <p className="text-mute">{t('lead')}</p>
        <WithdrawalRequest of="me" />
        <WithdrawalHistory
          found={found}
          search={{ query, change }}
          pathOf={(id) => `/withdrawals?open=${id}`}
        />
      </Stack>
    </Page>
  )
}

/** Withdrawals of the reader's wallets, and one of them with `?open=`: `/withdrawals`. */
export const OwnWithdrawalsPage = () => {
  const [{ open }] = useQueryParams()
  return open === undefined ? <OwnWithdrawals /> : <OwnWithdrawal key={open} id={open} />
}
