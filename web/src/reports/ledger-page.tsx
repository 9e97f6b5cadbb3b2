import { accountClasses, readTrialBalance } from '@cardamom/contract/reports/ledger-accounts'
import type { WireOf } from '@cardamom/contract/endpoint'
import { BookOpen, Info } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { LedgerCheck } from './ledger-check.tsx'
import { LedgerDay, useLedgerDay } from './ledger-day.tsx'
import { LedgerFind } from './ledger-find.tsx'
import { AccountLink, LedgerMoney } from './ledger-parts.tsx'

type Balance = WireOf<typeof readTrialBalance>
type Line = Balance['lines'][number]

const accountsOf = ({ code, asset }: Line) => ({
  to: '/admin/ledger/accounts',
  search: { code, ...(asset === null ? {} : { asset }) },
})

const ClassPanel = ({ name, lines }: { name: Line['class']; lines: readonly Line[] }) => {
  const t = useText('ledger')
  return (
    <Panel title={t(`classes.${name}`)}>
      <ul>
        {lines.map((line) => (
          <li
            key={`${line.account} ${line.asset ?? ''}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 not-first:border-t not-first:border-line2"
          >
            <div className="min-w-0 flex-[1_1_14rem]">
              <AccountLink line={line} to={accountsOf(line)} />
            </div>
            <span className="text-base text-mute md:text-sm">
              {t('trial.accounts', { count: line.accounts })}
            </span>
            <span className="ml-auto min-w-0 text-right font-medium md:min-w-36">
              <LedgerMoney amount={line.balance} currency={line.currency} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const Shown = ({ lines, checks, isWhole }: Balance) => {
  const t = useText('ledger')
  return (
    <>
      {isWhole ? <LedgerCheck checks={checks} /> : <NoteBox tone="info" icon={Info} title={t('part')} />}
      {accountClasses.map((name) => {
        const own = lines.filter((line) => line.class === name)
        return own.length === 0 ? null : <ClassPanel key={name} name={name} lines={own} />
      })}
    </>
  )
}

/** The lists of journals and accounts; the journals only for who sees the whole ledger. */
const MoreLists = ({ isPart }: { isPart: boolean }) => {
  const t = useText('ledger')
  return (
    <>
      {!isPart && <ButtonLink to="/admin/ledger/journals">{t('trial.journals')}</ButtonLink>}
      <ButtonLink to="/admin/ledger/accounts">{t('trial.all')}</ButtonLink>
    </>
  )
}

/** The trial balance of the ledger, now or at the end of a day, and the search of any id: `/admin/ledger`. */
export const LedgerPage = () => {
  const t = useText('ledger')
  const date = useDates()
  const day = useLedgerDay()
  const input = day === null ? {} : { at: day.at }
  const balance = useCall(readTrialBalance, { input, errors: 'none' }, { showsPrevious: true })
  const isPart = balance.data?.isWhole === false
  return (
    <div className="mx-auto w-full max-w-290">
      <Stack>
        <PageHeader
          title={t('title')}
          isNavItem
          facts={[day === null ? t('day.asOf') : t('day.at', { day: date(day.day, 'full') }), t('utc')]}
          actions={
            <div className="flex gap-2 max-md:hidden">
              <MoreLists isPart={isPart} />
            </div>
          }
        />
        <div className="flex flex-wrap gap-2 *:grow md:hidden">
          <MoreLists isPart={isPart} />
        </div>
        <LedgerFind />
        {!isPart && <LedgerDay />}
        <Loaded
          reads={{ balance }}
          waiting={<SkeletonRows rows={8} />}
          failed={t('failed')}
          empty={({ balance: { lines } }) =>
            lines.length === 0 && (
              <EmptyState icon={BookOpen} title={t('trial.empty')}>
                {t('trial.emptyBody')}
              </EmptyState>
            )
          }
        >
          {({ balance: found }) => <Shown {...found} />}
        </Loaded>
      </Stack>
    </div>
  )
}
