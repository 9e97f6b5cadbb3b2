import type { WireOf } from '@cardamom/contract/endpoint'
import type { WalletType } from '@cardamom/contract/wallets/wallet-records'
import {
  exportOwnWalletStatement,
  exportWalletStatement,
  getOwnWalletStatement,
  getWalletStatement,
} from '@cardamom/contract/wallets/wallet-statements'
import { ArrowRight, Download, FileText } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { differenceOf, sumOf } from '../kernel/cents.ts'
import { cityOf } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { saveFile } from '../kernel/save-file.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatementPeriod, type StatementDays } from './statement-period.tsx'
import { walletLive } from './wallet-parts.tsx'

preloadText('walletLines')

type Edges = WireOf<typeof getWalletStatement>
type Chosen = { readonly wallet: WalletType; readonly days: StatementDays }
type Format = 'csv' | 'pdf'

/** A balance before and after the period, and the difference. */
const Edge = ({ name, opening, closing }: { name: string; opening: string; closing: string }) => {
  const t = useText('walletLines')
  const difference = differenceOf(closing, opening)
  const [before, after] = [moneyText(opening), moneyText(closing)]
  return (
    <div className="min-w-0">
      <dt className="text-base text-mute md:text-sm">{name}</dt>
      <dd className="num">
        <span className="sr-only">{t('changes', { before, after })}</span>
        <span aria-hidden className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="text-mute">{before}</span>
          <ArrowRight size={16} className="self-center text-mute" />
          <b className="text-lg font-semibold">{after}</b>
        </span>
        <span
          className={cx(
            'text-base md:text-sm',
            difference === '0.00' ? 'text-mute' : difference.startsWith('-') ? 'text-bad' : 'text-good',
          )}
        >
          {moneyText(difference, { sign: 'always' })}
        </span>
      </dd>
    </div>
  )
}

const Edges = ({ opening, closing }: Edges) => {
  const t = useText('walletLines')
  const total = (of: Edges['opening']) => sumOf([of.available, of.pending, of.reserved])
  return (
    <dl className="grid gap-4 xs:grid-cols-2 lg:grid-cols-4">
      {(['available', 'pending', 'reserved'] as const).map((bucket) => (
        <Edge key={bucket} name={t(bucket)} opening={opening[bucket]} closing={closing[bucket]} />
      ))}
      <Edge name={t('statement.total')} opening={total(opening)} closing={total(closing)} />
    </dl>
  )
}

const FileButtons = ({ busy, save }: { busy: Format | null; save: (format: Format) => void }) => {
  const t = useText('walletLines')
  return (
    <div className="flex gap-2">
      <Button icon={Download} busy={busy === 'csv'} onClick={() => save('csv')}>
        {t('statement.csv')}
      </Button>
      <Button icon={FileText} busy={busy === 'pdf'} onClick={() => save('pdf')}>
        {t('statement.pdf')}
      </Button>
    </div>
  )
}

const Files = ({ ownerId, wallet, days }: Chosen & { ownerId: string }) => {
  const can = useCan()
  const [pressed, setPressed] = useState<Format>('csv')
  const make = useAction(exportWalletStatement, { onDone: saveFile })
  if (can('transactions.export') !== true) return null
  return (
    <FileButtons
      busy={make.isPending ? pressed : null}
      save={(format) => {
        setPressed(format)
        make.mutate({ input: { ownerId, wallet, format, ...days } })
      }}
    />
  )
}

const OwnFiles = ({ wallet, days }: Chosen) => {
  const [pressed, setPressed] = useState<Format>('csv')
  const make = useAction(exportOwnWalletStatement, { onDone: saveFile })
  return (
    <FileButtons
      busy={make.isPending ? pressed : null}
      save={(format) => {
        setPressed(format)
        make.mutate({ input: { wallet, format, ...days } })
      }}
    />
  )
}

/** The period of a statement with its balances before and after, and its files. */
const StatementPanel = ({
  days,
  files,
  children,
}: {
  days: StatementDays
  files: ReactNode
  children: ReactNode
}) => {
  const t = useText('walletLines')
  return (
    <Panel>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <StatementPeriod />
          {files}
        </div>
        {children}
        <p className="text-base text-mute md:text-sm">{t('statement.zone', { zone: cityOf(days.zone) })}</p>
      </div>
    </Panel>
  )
}

const waiting = <Skeleton className="h-20" />

/** The statement of a wallet that the administrator may see. */
export const WalletStatement = ({ ownerId, wallet, days }: Chosen & { ownerId: string }) => {
  const t = useText('walletLines')
  const args = { params: { id: ownerId }, input: { wallet, ...days } }
  const statement = useCall(getWalletStatement, args, { live: walletLive, showsPrevious: true })
  return (
    <StatementPanel days={days} files={<Files ownerId={ownerId} wallet={wallet} days={days} />}>
      <Loaded reads={{ statement }} waiting={waiting} failed={t('statement.failed')}>
        {(found) => <Edges {...found.statement} />}
      </Loaded>
    </StatementPanel>
  )
}

/** The statement of one of the person's own wallets. */
export const OwnWalletStatement = ({ wallet, days }: Chosen) => {
  const t = useText('walletLines')
  const args = { input: { wallet, ...days } }
  const statement = useCall(getOwnWalletStatement, args, { live: walletLive, showsPrevious: true })
  return (
    <StatementPanel days={days} files={<OwnFiles wallet={wallet} days={days} />}>
      <Loaded reads={{ statement }} waiting={waiting} failed={t('statement.failed')}>
        {(found) => <Edges {...found.statement} />}
      </Loaded>
    </StatementPanel>
  )
}
