import { useText } from '../kernel/i18n.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText, Money } from '../ui/money.tsx'
import { listWallets } from '@cardamom/contract/wallets/wallet-records'

type WalletRow = RowOf<typeof listWallets>

const Facts = ({ row }: { row: WalletRow }) => {
  const t = useText('walletList')
  return (
    <>
      <h3 className="text-md font-semibold wrap-anywhere">{row.ownerName}</h3>
      <KvRows>
        <KvRow name={t('fields.wallet')}>{t(`values.wallet.${row.wallet}`)}</KvRow>
        <KvRow name={t('fields.ownerKind')}>{t(`values.ownerKind.${row.ownerKind}`)}</KvRow>
        <KvRow name={t('fields.companyName')}>{row.companyName}</KvRow>
        <KvRow name={t('fields.tier')}>{t('tierOf', { tier: String(row.tier) })}</KvRow>
        <KvRow name={t('fields.openedAt')}>
          <DateText value={row.openedAt} variant="full" />
        </KvRow>
        <KvRow name={t('fields.pending')}>
          {row.pending === null ? t('notShown') : <Money amount={row.pending} />}
        </KvRow>
        <KvRow name={t('fields.reserved')}>
          <Money amount={row.reserved} />
        </KvRow>
        <KvRow name={t('fields.available')} total>
          <Money amount={row.available} />
        </KvRow>
      </KvRows>
      <ButtonLink to={`/admin/wallets/${row.ownerId}?wallet=${row.wallet}`} variant="primary" fullWidth>
        {t('show')}
      </ButtonLink>
    </>
  )
}

/** One wallet next to the list, also where a link opened it and the list does not have its row. */
export const WalletDrawer = ({ id, row }: { id: string; row: WalletRow | undefined }) => {
  const t = useText('walletList')
  const alone = useListPages(listWallets, { query: { id }, enabled: row === undefined })
  if (row)
    return (
      <div className="flex flex-col gap-5">
        <Facts row={row} />
      </div>
    )
  return (
    <Loaded
      reads={{ alone }}
      failed={t('failed')}
      empty={() => alone.rows.length === 0 && <p>{t('missing')}</p>}
    >
      {() => <div className="flex flex-col gap-5">{alone.rows[0] && <Facts row={alone.rows[0]} />}</div>}
    </Loaded>
  )
}
