import type { WireOf } from '@cardamom/contract/endpoint'
import { getSecurity, listSecurityEvents, updateSecurity } from '@cardamom/contract/access/security'
import { useEffect, useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/toggles.tsx'
import { rememberCodeLogin } from '../pending-login.ts'

export type SecurityOnWire = WireOf<typeof getSecurity>

const changes = [getSecurity, listSecurityEvents] as const

/** Whether a code by mail is accepted instead of the password. */
export const OtpLoginRow = ({ security }: { security: SecurityOnWire }) => {
  const t = useText('security')
  const save = useAction(updateSecurity, { changes })
  const [wanted, setWanted] = useState<boolean | null>(null)
  // The login page of this browser offers the code from now on, or stops offering it.
  useEffect(() => rememberCodeLogin(security.otpLogin), [security.otpLogin])
  const change = (otpLogin: boolean) => {
    setWanted(otpLogin)
    save.mutate({ input: { otpLogin } }, { onSettled: () => setWanted(null) })
  }
  return (
    <li className="px-4 py-2">
      <Switch
        checked={wanted ?? security.otpLogin}
        disabled={save.isPending}
        hint={t('otp.hint')}
        onChange={(event) => change(event.target.checked)}
      >
        <span className="font-medium">{t('otp.title')}</span>
      </Switch>
    </li>
  )
}

/** Time without a touch until the screen locks. */
export const LockTime = ({ security }: { security: SecurityOnWire }) => {
  const t = useText('security')
  const save = useAction(updateSecurity, { changes, onDone: () => toastSuccess(t('lock.saved')) })
  const { lockAfterSeconds } = security.lock
  const choices = [...new Set([...security.lockChoicesSeconds, lockAfterSeconds])].sort((a, b) => a - b)
  const word = (seconds: number) =>
    seconds < 60 ? t('lock.seconds', { count: seconds }) : t('lock.minutes', { count: seconds / 60 })
  return (
    <SelectField
      label={t('lock.title')}
      value={String(lockAfterSeconds)}
      disabled={save.isPending}
      onChange={(event) => save.mutate({ input: { lockAfterSeconds: Number(event.target.value) } })}
      options={choices.map((seconds) => ({ value: String(seconds), label: word(seconds) }))}
    />
  )
}
