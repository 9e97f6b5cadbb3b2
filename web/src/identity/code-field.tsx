import { checkPersonCode, codeRefusals } from '@cardamom/contract/sellers'
import { CircleCheck } from 'lucide-react'
import { ApiError, call, isRefusal } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { callKey, queryClient, useCall, useSettled } from '../kernel/query.ts'
import { Spinner } from '../ui/spinner.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { RegistrationForm } from './registration-form.ts'

const settleMs = 400
const freshMs = 60_000
const shortest = 6

const refusals = Object.keys(codeRefusals)
const isBadCode = (error: unknown): error is ApiError => isRefusal(error, ...refusals)

/**
 * Whether a registration may continue with this code. A code that could not be checked is checked at the end.
 */
export const mayUseCode = async (code: string): Promise<boolean> => {
  if (code === '') return true
  try {
    const args = { params: { code }, errors: 'none' } as const
    await queryClient.fetchQuery({
      queryKey: callKey(checkPersonCode, args),
      queryFn: () => call(checkPersonCode, args),
      staleTime: freshMs,
    })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return !isBadCode(error)
  }
}

/** The code in the form in which it is sent and shown. */
const typedCode = (code: string | null | undefined) => (code ?? '').trim()

/** The owner of the code, read during typing. */
export const useCodeOwner = (code: string | null | undefined) => {
  const typed = typedCode(code)
  const settled = useSettled(typed, settleMs)
  const isRequested = settled.length >= shortest && settled === typed
  const query = useCall(
    checkPersonCode,
    { params: { code: settled || '-' }, errors: 'none' },
    { enabled: isRequested, staleMs: freshMs },
  )
  return {
    owner: isRequested ? query.data : undefined,
    error: isRequested ? query.error : null,
    isChecking: typed.length >= shortest && (settled !== typed || query.isFetching),
  }
}

/** Seller or referral code, checked during typing: shows its owner, or what is wrong with it (product §8). */
export const CodeField = ({ form }: { form: RegistrationForm }) => {
  const t = useText('registration')
  const refused = useText('refusals')
  const { error: fieldError, ...field } = form.field('code')
  const { owner, error, isChecking } = useCodeOwner(form.watch('code'))
  const bad = isBadCode(error) ? (
    <>
      <b className="font-semibold">{refused(error.code as keyof typeof codeRefusals)}.</b> {t('code.help')}
    </>
  ) : undefined
  const good = owner && (
    <span className="flex gap-2 text-good">
      <CircleCheck aria-hidden size={18} className="mt-0.5 shrink-0 md:size-4" />
      {t(`code.${owner.kind}`, { company: owner.companyName })}
    </span>
  )
  return (
    <TextField
      label={t('code.label')}
      aside="optional"
      hint={good ?? (error !== null && bad === undefined ? t('code.later') : t('code.hint'))}
      error={bad ?? fieldError}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      {...(isChecking && {
        end: <Spinner size={18} label={t('code.checking')} className="mr-2 text-mute" />,
      })}
      {...field}
    />
  )
}
