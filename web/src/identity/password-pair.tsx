import { passwordMinimum as shortest } from '@cardamom/contract/identity/person-fields'
import { useConfig } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import type { ContractForm } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'

type Pair = Readonly<Record<'password' | 'confirmation', string>>

/**
 * A new password, its repetition and its strength (product §5). `known`: data of the person that others know.
 */
export const PasswordPair = ({
  form,
  known = [],
  labels,
}: {
  form: ContractForm<Pair>
  known?: readonly string[]
  labels?: Pair
}) => {
  const t = useText('person')
  const passwordMinimum = useConfig()?.passwordMinimum ?? shortest
  return (
    <>
      <PasswordField
        label={labels?.password ?? t('password')}
        hint={t('passwordHint', { count: String(passwordMinimum) })}
        autoComplete="new-password"
        strength={{ password: form.watch('password'), minimum: passwordMinimum, known }}
        {...form.field('password')}
      />
      <PasswordField
        label={labels?.confirmation ?? t('confirmation')}
        autoComplete="new-password"
        {...form.field('confirmation')}
      />
    </>
  )
}
