import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText, percentText } from '../kernel/money-text.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { ExplorerLink } from '../ui/explorer-link.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Panel } from '../ui/panel.tsx'
import { coinOf, shortHex, type LoadOnWire } from '../ui/payments/load-wire.ts'

/** The amount sent, its value, the fee, and the amount that is or will be on the card. */
export const LoadReceipt = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  const date = useDates()
  const isDated = load.creditedAt === null && load.speed === 'regular'
  return (
    <Panel title={t('receipt')}>
      <KvRows>
        <KvRow name={t('youSent')}>{coinOf(load.received, load.asset.symbol)}</KvRow>
        <KvRow name={t('worth')}>{moneyText(load.gross, {})}</KvRow>
        <KvRow name={t('loadFee', { percent: percentText(load.feePercent) })}>
          {moneyText(`-${load.fee}`, {})}
        </KvRow>
        <KvRow
          name={t(load.creditedAt ? 'onYourCard' : 'willBeOnCard')}
          below={isDated ? t('byLatest', { when: date(load.latestAt, 'dayTime') }) : undefined}
          total
        >
          {moneyText(load.net, {})}
        </KvRow>
        {load.transfers
          .filter(({ status }) => status === 'final')
          .map(({ txHash }) => (
            <KvRow key={txHash} name={t('transaction')}>
              <span className="-my-2 -mr-3 inline-flex items-center md:-mr-2">
                <span className="num whitespace-nowrap">{shortHex(txHash)}</span>
                <CopyButton text={txHash} label={t('copyTransaction')} variant="ghost" />
              </span>
              <ExplorerLink network={load.asset.network} txId={txHash}>
                {t('explorer')}
              </ExplorerLink>
            </KvRow>
          ))}
        <KvRow name={t('reference')}>
          <span className="num">{load.ref}</span>
        </KvRow>
      </KvRows>
    </Panel>
  )
}
