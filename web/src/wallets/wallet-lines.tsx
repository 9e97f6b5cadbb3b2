import type { listOwnWalletLines, listWalletLines } from '@cardamom/contract/wallets/wallet-lines'
import { ArrowRight, ListTree, Wallet } from 'lucide-react'
import { Fragment } from 'react'
import { useIsDesktop } from '../kernel/breakpoint.ts'
import { differenceOf } from '../kernel/cents.ts'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import type { ListPages, RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { LineSource } from './line-source.tsx'

preloadText('walletLines')

type Line = RowOf<typeof listWalletLines>
type Change = Line['available']
const buckets = ['available', 'pending', 'reserved'] as const

const isChanged = ({ before, after }: Change) => before !== after

const useWhat = () => {
  const t = useText('walletLines')
  return ({ kind, isReversal, companyName }: Line) => {
    const what = companyName === null ? t(`kind.${kind}`) : t('allowanceOf', { company: companyName })
    return isReversal ? t('undone', { what }) : what
  }
}

const Difference = ({ before, after }: Change) => {
  const difference = differenceOf(after, before)
  return (
    <span className={cx('num', difference.startsWith('-') ? 'text-bad' : 'text-good')}>
      {moneyText(difference, { sign: 'always' })}
    </span>
  )
}

/** A balance before and after a line; an unchanged one is shown once, in grey. */
const BeforeAfter = ({ change }: { change: Change }) => {
  const t = useText('walletLines')
  const [before, after] = [moneyText(change.before), moneyText(change.after)]
  if (!isChanged(change)) return <span className="num text-mute">{after}</span>
  return (
    <>
      <span className="sr-only">{t('changes', { before, after })}</span>
      <span aria-hidden className="num whitespace-nowrap text-mute">
        {before} <ArrowRight size={14} className="inline align-[-2px]" />{' '}
        <b className="font-semibold text-ink">{after}</b>
      </span>
    </>
  )
}

/** Whether a line does not follow from the one before it: what is between belongs to another company. */
const hasGap = (line: Line, earlier: Line | undefined): boolean =>
  earlier !== undefined && buckets.some((bucket) => line[bucket].before !== earlier[bucket].after)

const LineRow = ({ line }: { line: Line }) => {
  const what = useWhat()
  return (
    <tr className="border-t border-line2 align-top">
      <td className="px-4 py-2.5 whitespace-nowrap text-mute">
        <DateText value={line.at} variant="dayTime" />
      </td>
      <td className="px-4 py-2.5">
        <span className="block font-medium">{what(line)}</span>
        <LineSource source={line.source} />
      </td>
      {buckets.map((bucket) => (
        <td key={bucket} className="px-4 py-2.5 text-right">
          <BeforeAfter change={line[bucket]} />
          {isChanged(line[bucket]) && (
            <span className="block text-sm">
              <Difference {...line[bucket]} />
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}

const LineTable = ({ lines }: { lines: readonly Line[] }) => {
  const t = useText('walletLines')
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-base">
        <thead>
          <tr className="h-9 text-xs text-mute *:px-4 *:font-medium *:whitespace-nowrap">
            <th scope="col" className="text-left">
              {t('columns.at')}
            </th>
            <th scope="col" className="text-left">
              {t('columns.what')}
            </th>
            {buckets.map((bucket) => (
              <th key={bucket} scope="col" className="text-right">
                {t(bucket)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <Fragment key={line.id}>
              <LineRow line={line} />
              {hasGap(line, lines[at + 1]) && (
                <tr className="border-t border-line2">
                  <td colSpan={2 + buckets.length} className="px-4 py-2.5 text-mute">
                    {t('hidden')}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const LineCards = ({ lines }: { lines: readonly Line[] }) => {
  const t = useText('walletLines')
  const what = useWhat()
  const date = useDates()
  return (
    <Rows label={t('lines')}>
      {lines.map((line, at) => (
        <Fragment key={line.id}>
          <Row
            title={what(line)}
            below={date(line.at, 'dayTime')}
            more={
              <span className="flex flex-col gap-1.5">
                <LineSource source={line.source} />
                {buckets
                  .filter((bucket) => isChanged(line[bucket]))
                  .map((bucket) => (
                    <span key={bucket} className="flex flex-wrap items-baseline justify-between gap-x-3">
                      <span className="text-mute">{t(bucket)}</span>
                      <span className="flex flex-wrap items-baseline justify-end gap-x-3">
                        <BeforeAfter change={line[bucket]} />
                        <Difference {...line[bucket]} />
                      </span>
                    </span>
                  ))}
              </span>
            }
          />
          {hasGap(line, lines[at + 1]) && <Row icon={ListTree} title={t('hidden')} />}
        </Fragment>
      ))}
    </Rows>
  )
}

/** The lines of a wallet, newest first, with the balances before and after each. */
export const WalletLines = ({
  pages,
  isPeriod,
}: {
  pages: ListPages<typeof listWalletLines> | ListPages<typeof listOwnWalletLines>
  /** Lines of other days exist, perhaps. */
  isPeriod: boolean
}) => {
  const t = useText('walletLines')
  const isDesktop = useIsDesktop()
  const rows: readonly Line[] = pages.rows
  return (
    <Loaded
      reads={{ pages }}
      waiting={<SkeletonRows rows={5} />}
      failed={`${t('failed')}.`}
      empty={() =>
        rows.length === 0 && (
          <EmptyState icon={Wallet} title={t(isPeriod ? 'statement.none' : 'empty')}>
            {t(isPeriod ? 'statement.noneHelp' : 'emptyHelp')}
          </EmptyState>
        )
      }
    >
      {() => (
        <>
          {isDesktop ? (
            <div className="overflow-hidden rounded-xl border border-line bg-surface">
              <LineTable lines={rows} />
            </div>
          ) : (
            <LineCards lines={rows} />
          )}
          <EndOfRows pages={pages} />
        </>
      )}
    </Loaded>
  )
}
