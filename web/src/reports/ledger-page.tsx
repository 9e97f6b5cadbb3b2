import { accountClasses, readTrialBalance } from '@cardamom/contract/reports/ledger-accounts'
import type { WireOf } from '@cardamom/contract/endpoint'
import { BookOpen, Info } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { countText } from '../kernel/money-text.ts'
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
  const cell = 'py-2.5 pl-3 text-right align-top'
  return (
    <Panel title={t(`classes.${name}`)}>
      <table className="w-full text-base">
        <thead>
          <tr className="text-mute md:text-xs">
            <th scope="col" className="py-1.5 text-left font-medium">
              {t('trial.account')}
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium max-md:hidden">
              {t('trial.count')}
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium">
              {t('trial.balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.account} ${line.asset ?? ''}`} className="border-t border-line2">
              <th scope="row" className="py-2.5 text-left font-normal">
                <AccountLink line={line} to={accountsOf(line)} />
                <span className="text-mute md:hidden">{t('trial.accounts', { count: line.accounts })}</span>
              </th>
              <td className={`num ${cell} max-md:hidden`}>{countText(line.accounts)}</td>
              <td className={`${cell} font-medium`}>
                <LedgerMoney amount={line.balance} currency={line.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
          actions={<ButtonLink to="/admin/ledger/accounts">{t('trial.all')}</ButtonLink>}
        />
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
