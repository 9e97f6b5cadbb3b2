import { roleNames } from '@cardamom/contract/roles'
import { useState } from 'react'
import { isSandbox, useConfig, type Config } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import { cx } from '../ui/cx.ts'
import { Spinner } from '../ui/spinner.tsx'

type Person = Config['demoAccounts'][number]

const PersonButton = ({ person, busy, onPress }: { person: Person; busy: boolean; onPress: () => void }) => {
  const t = useText('adminShell')
  const role = Object.values(roleNames).find((name) => name === person.role)
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      onClick={onPress}
      className={cx(
        'flex min-h-14 w-full items-center justify-between gap-2 rounded-lg border border-line bg-surface px-3 py-2',
        'text-left text-base hover:border-ctl hover:bg-fill',
      )}
    >
      <span className="min-w-0">
        <span className="block truncate font-medium">{person.name}</span>
        <span className="block text-sm text-mute">
          {role === undefined ? person.role : t(`roles.${role}`)}
          {person.company !== null && ` · ${person.company}`}
        </span>
      </span>
      {busy && <Spinner size={18} className="shrink-0 text-brand" />}
    </button>
  )
}

/** Demo accounts of every role, for a login by one press; sandbox only (ux §2). */
export const DemoPicker = ({
  onPick,
}: {
  onPick: (credentials: { login: string; password: string }) => Promise<unknown>
}) => {
  const t = useText('login')
  const config = useConfig()
  const [busy, setBusy] = useState<string | null>(null)
  const password = config?.demoPassword ?? null
  if (config === null || password === null || !isSandbox(config)) return null
  if (config.demoAccounts.length === 0) return null
  const pick = async ({ email }: Person) => {
    if (busy !== null) return
    setBusy(email)
    await onPick({ login: email, password })
    setBusy(null)
  }
  return (
    <section
      aria-labelledby="demo-people"
      className={cx(
        'border-t border-line pt-5',
        // Next to the card where the window has room, so that the login itself is as in production.
        'xl:absolute xl:-top-px xl:left-full xl:ml-6 xl:w-88 xl:rounded-2xl xl:border xl:bg-surface xl:p-5',
      )}
    >
      <h2 id="demo-people" className="font-semibold">
        {t('demo.title')}
      </h2>
      <p className="pb-3 text-base text-mute md:text-sm">{t('demo.lead')}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-2">
        {config.demoAccounts.map((person) => (
          <li key={person.email} className="min-w-0">
            <PersonButton person={person} busy={busy === person.email} onPress={() => void pick(person)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
