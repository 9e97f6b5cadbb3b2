import { listLockouts } from '@cardamom/contract/identity/lockouts'
import { LockOpen } from 'lucide-react'
import { useState } from 'react'
import { useRealDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import type { UserRecord } from './use-user.tsx'

const AccessDialog = dialogPart(async () => (await import('./admins/access-dialog.tsx')).AccessDialog)

const small = 'text-base text-mute md:text-sm'

/** Counted and blocked attempts of a person, ours and those of the step-up provider, and their end. */
export const UserLockouts = ({ person }: { person: Pick<UserRecord, 'id' | 'name'> }) => {
  const t = useText('users')
  const admins = useText('admins')
  const date = useRealDates()
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const lockouts = useCall(listLockouts, { input: { userId: person.id } }, { live: ['user.'], staleMs: 0 })
  return (
    <Panel title={t('lockouts.title')}>
      <Loaded reads={{ lockouts }} failed={t('lockouts.failed')}>
        {({ lockouts: { items, provider } }) => {
          const rows = [...items, ...provider.items]
          return (
            <div className="flex flex-col items-start gap-3">
              {rows.length === 0 && <p className="text-mute">{t('lockouts.none')}</p>}
              <ul className="w-full empty:hidden">
                {rows.map(({ kind, tries, blockedUntil }, index) => (
                  <li
                    key={`${kind}-${index}`}
                    className="flex flex-wrap justify-between gap-x-4 border-t border-line2 py-2.5 first:border-t-0 first:pt-0"
                  >
                    <span className="font-medium">{t(`lockouts.kind.${kind}`)}</span>
                    <span className={small}>
                      {t('lockouts.tries', { count: tries })}
                      {blockedUntil !== null &&
                        `, ${t('lockouts.until', { at: date(blockedUntil, 'dayTime') })}`}
                    </span>
                  </li>
                ))}
              </ul>
              {provider.state !== 'listed' && (
                <p className={small}>
                  {t(provider.state === 'not_told' ? 'lockouts.notTold' : 'lockouts.noAnswer')}
                </p>
              )}
              {rows.length > 0 && can('sessions.revoke') && (
                <Button size="small" icon={LockOpen} onClick={() => setIsOpen(true)}>
                  {admins('lift.action')}
                </Button>
              )}
            </div>
          )
        }}
      </Loaded>
      <AccessDialog open={isOpen} action="lift" admin={person} onClose={() => setIsOpen(false)} />
    </Panel>
  )
}
