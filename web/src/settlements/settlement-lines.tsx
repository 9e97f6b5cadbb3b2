import { listOwnSettlementShares, listSettlementShares } from '@cardamom/contract/settlements'
import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { TextLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ExplorerLink } from '../ui/explorer-link.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { useListPages, type ListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel, SectionTitle } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import type { Settlement } from './settlement-parts.tsx'
import { formulaOf } from '../ui/payments/share-formula.ts'
import { settlementLive } from '../ui/settlements/settlement-tones.ts'

type AnyShare = RowOf<typeof listOwnSettlementShares>
type AdminShare = RowOf<typeof listSettlementShares>

const short = (hash: string) => (hash.length > 16 ? `${hash.slice(0, 8)}…${hash.slice(-6)}` : hash)

/** The crypto payments of a load or a deposit. */
const Payments = ({ payments }: Pick<AdminShare, 'payments'>) => {
  const t = useText('walletLines')
  return payments.map(({ network, hash }) => (
    <span key={hash} className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="inline-flex items-center">
        <span title={hash} className="num">
          {t('settlement.share.payment', { network })} · {short(hash)}
        </span>
        <CopyButton text={hash} label={t('settlement.share.copy')} variant="ghost" />
      </span>
      <ExplorerLink network={network} txId={hash}>
        {t('settlement.share.explorer')}
      </ExplorerLink>
    </span>
  ))
}

const LoadLink = ({ id, children }: { id: string; children: ReactNode }) => {
  const can = useCan()
  if (can('loads.view') !== true) return <span className="num">{children}</span>
  return (
    <TextLink to="/admin/loads" search={{ open: id }}>
      <span className="num">{children}</span>
    </TextLink>
  )
}

const DepositLink = ({ id, children }: { id: string | null; children: ReactNode }) => {
  const can = useCan()
  if (id === null || can('deposits.view') !== true) return <span className="num">{children}</span>
  return (
    <TextLink to="/admin/wallets/deposits" search={{ open: id }}>
      <span className="num">{children}</span>
    </TextLink>
  )
}

/** A line of the reader's own settlement, or one that an administrator reads with its deposit and payments. */
type OtherLine = Settlement['lines'][number] & Partial<Pick<AdminShare, 'topUpId' | 'payments'>>

/** Lines besides the shares: by hand, recovered, or carried forward. */
export const OtherLines = ({
  lines,
  linksLoads = false,
}: {
  lines: readonly OtherLine[]
  linksLoads?: boolean
}) => {
  const t = useText('walletLines')
  if (lines.length === 0) return null
  const source = ({ load, topUpRef, topUpId = null, payments = [] }: OtherLine) => {
    if (topUpRef !== null)
      return (
        <>
          <DepositLink id={topUpId}>{t('settlement.share.topup', { ref: topUpRef })}</DepositLink>
          <Payments payments={payments} />
        </>
      )
    if (load === null) return null
    const text = t('settlement.share.load', { ref: load.ref })
    if (!linksLoads) return <span className="num">{text}</span>
    return (
      <>
        <LoadLink id={load.id}>{text}</LoadLink>
        <Payments payments={payments} />
      </>
    )
  }
  return (
    <Panel title={t('settlement.lines')}>
      <KvRows>
        {lines.map((line) => (
          <KvRow key={line.id} name={t(`settlement.line.${line.kind}`)} below={line.note ?? source(line)}>
            {moneyText(line.amount, { sign: 'always' })}
          </KvRow>
        ))}
      </KvRows>
    </Panel>
  )
}

const Trail = ({ share: { payments, credit } }: { share: AdminShare }) => {
  const t = useText('walletLines')
  return (
    <>
      <Payments payments={payments} />
      {credit && <span className="num wrap-anywhere">{t('settlement.share.credit', { id: credit.id })}</span>}
    </>
  )
}

const ShareRow = ({ share, title, more }: { share: AnyShare; title: ReactNode; more?: ReactNode }) => {
  const t = useText('walletLines')
  const date = useDates()
  const { acceptedAt, amount, reversed } = share
  return (
    <Row
      icon={Layers}
      title={title}
      value={<span className="num font-semibold">{moneyText(amount)}</span>}
      below={t('settlement.share.accepted', { at: date(acceptedAt, 'dayTime') })}
      {...(reversed === '0.00'
        ? {}
        : { valueBelow: t('settlement.share.reversed', { amount: moneyText(reversed) }) })}
      more={
        <span className="flex flex-col gap-0.5 text-mute md:text-sm">
          <span className="num">{formulaOf(t, share)}</span>
          {more}
        </span>
      }
    />
  )
}

const useShareTitle = () => {
  const t = useText('walletLines')
  return ({ loadRef, topUpRef }: AnyShare) =>
    topUpRef === null
      ? t('settlement.share.load', { ref: loadRef ?? '' })
      : t('settlement.share.topup', { ref: topUpRef })
}

const Shares = <L extends typeof listSettlementShares | typeof listOwnSettlementShares>({
  pages,
  children,
}: {
  pages: ListPages<L>
  children: ReactNode
}) => {
  const t = useText('walletLines')
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle>{t('settlement.shares')}</SectionTitle>
      <Loaded
        reads={{ pages }}
        waiting={<SkeletonRows rows={4} />}
        failed={t('settlement.failed')}
        empty={() =>
          pages.rows.length === 0 && (
            <EmptyState icon={Layers} title={t('settlement.noShares')}>
              {null}
            </EmptyState>
          )
        }
      >
        {() => (
          <>
            <p className="text-mute">{t('settlement.share.rounding')}</p>
            <Rows label={t('settlement.shares')}>{children}</Rows>
            <EndOfRows pages={pages} />
          </>
        )}
      </Loaded>
    </section>
  )
}

/** The shares of a settlement, each with its load or deposit, the crypto payment and the issuer's credit. */
export const SettlementShares = ({ settlementId }: { settlementId: string }) => {
  const pages = useListPages(listSettlementShares, { query: { settlementId }, live: settlementLive })
  const titleOf = useShareTitle()
  return (
    <Shares pages={pages}>
      {pages.rows.map((share) => (
        <ShareRow
          key={share.id}
          share={share}
          title={
            share.loadId === null ? (
              <DepositLink id={share.topUpId}>{titleOf(share)}</DepositLink>
            ) : (
              <LoadLink id={share.loadId}>{titleOf(share)}</LoadLink>
            )
          }
          more={<Trail share={share} />}
        />
      ))}
    </Shares>
  )
}

/** The shares of a settlement of the reader. */
export const OwnSettlementShares = ({ settlementId }: { settlementId: string }) => {
  const pages = useListPages(listOwnSettlementShares, { query: { settlementId }, live: settlementLive })
  const titleOf = useShareTitle()
  return (
    <Shares pages={pages}>
      {pages.rows.map((share) => (
        <ShareRow key={share.id} share={share} title={titleOf(share)} />
      ))}
    </Shares>
  )
}
