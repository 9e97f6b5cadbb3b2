import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { cx } from './cx.ts'
import { Field, type FieldFrame } from './field.tsx'

/**
 * How hard a password is to guess, 0 to 4. It is only a hint: the server decides which passwords it accepts.
 */
export type Strength = 0 | 1 | 2 | 3 | 4

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u]
const runs = /(.)\1{2,}|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf|passw|contras/i

/**
 * Strength of a password. `known`: words that others know about the person, such as the name in the e-mail
 * address.
 */
export const strengthOf = (password: string, known: readonly string[] = []): Strength => {
  if (password.length < 6) return 0
  const kindsUsed = kinds.filter((kind) => kind.test(password)).length
  const different = new Set(password).size
  const isKnown = known.some((word) => word.length > 2 && password.toLowerCase().includes(word.toLowerCase()))
  const score = different + kindsUsed * 1.5 - (runs.test(password) ? 4 : 0) - (isKnown ? 5 : 0)
  if (score < 8) return 1
  if (score < 12) return 2
  return score < 16 ? 3 : 4
}

const fills: Record<Strength, string> = {
  0: 'bg-line',
  1: 'bg-bad',
  2: 'bg-warn',
  3: 'bg-good',
  4: 'bg-good',
}

const StrengthBars = ({
  password,
  minimum,
  known,
}: {
  password: string
  minimum: number
  known: readonly string[]
}) => {
  const t = useText('ui')
  const strength = password.length < minimum ? 0 : strengthOf(password, known)
  const labels = {
    0: t('password.tooShort', { count: String(minimum - password.length) }),
    1: t('password.weak'),
    2: t('password.fair'),
    3: t('password.good'),
    4: t('password.strong'),
  }
  if (password === '') return null
  return (
    <div className="flex items-center gap-3 pt-2">
      <span aria-hidden className="flex grow gap-1">
        {([1, 2, 3, 4] as const).map((bar) => (
          <span
            key={bar}
            className={cx('h-1 grow rounded-full', bar <= strength ? fills[strength] : 'bg-line')}
          />
        ))}
      </span>
      <span aria-live="polite" className="text-base text-mute md:text-sm">
        {labels[strength]}
      </span>
    </div>
  )
}

type PasswordProps = FieldFrame &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> & {
    /** For a new password: shows its strength while it is typed. */
    strength?: { password: string; minimum: number; known?: readonly string[] }
  }

/**
 * A password field with a button that shows the password. Needs `autoComplete="current-password"` or
 * `"new-password"`.
 */
export const PasswordField = ({ label, aside, hint, error, strength, ...input }: PasswordProps) => {
  const t = useText('ui')
  const [isShown, setShown] = useState(false)
  const EyeIcon = isShown ? EyeOff : Eye
  return (
    <div>
      <Field label={label} aside={aside} hint={hint} error={error}>
        {(control) => (
          <div data-invalid={control['data-invalid']} className="field-box flex h-12 items-center md:h-9">
            <input
              {...input}
              {...control}
              type={isShown ? 'text' : 'password'}
              autoCapitalize="none"
              spellCheck={false}
              className={cx(
                'h-full min-w-0 grow rounded-[inherit] bg-transparent pl-3.5 text-md outline-none md:pl-3',
                'md:text-base',
              )}
            />
            <button
              type="button"
              aria-pressed={isShown}
              aria-label={isShown ? t('password.hide') : t('password.show')}
              onClick={() => setShown(!isShown)}
              className={cx(
                'flex size-12 shrink-0 items-center justify-center rounded-lg text-mute hover:text-ink',
                'md:size-9',
              )}
            >
              <EyeIcon aria-hidden size={20} className="md:size-4.5" />
            </button>
          </div>
        )}
      </Field>
      {/* The strength is hidden when the error already says that the password is too short. */}
      {strength !== undefined && !(error && strength.password.length < strength.minimum) && (
        <StrengthBars password={strength.password} minimum={strength.minimum} known={strength.known ?? []} />
      )}
    </div>
  )
}
