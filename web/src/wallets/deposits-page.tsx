import { PaidSettlements } from '../ui/settlements/paid-settlements.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { listDeposits } from '@cardamom/contract/loads/deposits'
import { ArrowDownToLine, ArrowRight } from 'lucide-react'
import { capital } from '../kernel/date-text.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { coinText, moneyText } from '../kernel/money-text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { ExportCsv } from '../ui/list/export-csv.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import { WithReference } from '../ui/with-reference.tsx'
import { WalletFrame, walletLive } from './wallet-parts.tsx'

type Deposit = RowOf<typeof listDeposits>

const tones: Record<Deposit['status'], Tone> = {
  seen: 'info',
  final: 'good',
  gone: 'neutral',
  unlisted: 'warn',
}

const short = (text: string) => (text.length > 16 ? `${text.slice(0, 8)}…${text.slice(-6)}` : text)

/** The coin's amount without trailing zeros, with at least two decimals. */
const coin = ({ amount, asset }: Pick<Deposit, 'amount' | 'asset'>) =>
  coinText({ amount: amount.replace(/(\.\d\d\d*?)0+$/, '$1'), asset: short(asset) })

const DepositRow = ({ deposit }: { deposit: Deposit }) => {
  const t = useText('wallets')
  const date = useDates()
  const { load, pending, status } = deposit
  return (
    <Row
      icon={ArrowDownToLine}
      tone={status === 'final' ? 'good' : 'neutral'}
      title={
        // The number of decimals of an unknown token is not known.
        <span className="num">
          {status === 'unlisted' ? t('token', { address: short(deposit.asset) }) : coin(deposit)}
        </span>
      }
      valueBelow={
        <Status variant="plain" tone={tones[status]}>
          {t(`status.${status}`)}
        </Status>
      }
      below={capital(date(deposit.at, 'near'))}
      more={
        <span className="num flex flex-col gap-0.5 text-mute">
          <span>
            <WithReference text={t('loadOf', { ref: load.ref })} reference={load.ref} />
          </span>
          {pending && (
            <span>
              {t('beforeAfter')}{' '}
              <span className="2xs:whitespace-nowrap">
                {moneyText(pending.before)}{' '}
                <ArrowRight aria-hidden size={14} className="inline align-[-2px]" />{' '}
                <b className="font-semibold text-ink">{moneyText(pending.after)}</b>
              </span>
            </span>
          )}
          <span>{t('transaction', { hash: short(deposit.txHash) })}</span>
        </span>
      }
      to={`/load/${load.id}`}
    />
  )
}

/** Transfers on the chain for the person's loads, and settlements that were paid to them: `/wallet/deposits` (ux §2, domain §14). */
export const DepositsPage = () => {
  const t = useText('wallets')
  const found = useListPages(listDeposits, { query: {}, live: walletLive })
  return (
    <WalletFrame view="deposits" actions={<ExportCsv list={listDeposits} query={{}} count={found.count} />}>
      <Loaded
        reads={{ found }}
        waiting={<SkeletonRows rows={5} />}
        failed={`${t('failed')}.`}
        empty={() =>
          found.rows.length === 0 && (
            <EmptyState icon={ArrowDownToLine} title={t('nothingArrived')}>
              {t('nothingArrivedHelp')}
            </EmptyState>
          )
        }
      >
        {() => (
          <>
            <Rows label={t('deposits')}>
              {found.rows.map((deposit) => (
                <DepositRow key={deposit.id} deposit={deposit} />
              ))}
            </Rows>
            <EndOfRows pages={found} />
          </>
        )}
      </Loaded>
      <PaidSettlements />
    </WalletFrame>
  )
}
