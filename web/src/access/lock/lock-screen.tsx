import { startUnlock, unlockSession, type SessionUser } from '@cardamom/contract/access'
import { getSecurity } from '@cardamom/contract/access/security'
import { FingerprintPattern, Timer } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { call, isRefusal } from '../../kernel/api.ts'
import { countdownText } from '../../kernel/date-text.ts'
import { isOwnBranding, useBranding } from '../../kernel/branding.ts'
import { useText } from '../../kernel/i18n.tsx'
import { markUnlocked } from '../../kernel/lock.ts'
import { useCall } from '../../kernel/query.ts'
import { logOut } from '../../kernel/session.ts'
import { useOpenScreen } from '../../kernel/title.ts'
import { problemOf } from '../../kernel/transport.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button, TextButton } from '../../ui/button.tsx'
import { useContractForm } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useCountdown } from '../../ui/ring.tsx'
import { useCeremonyText } from '../step-up/ceremony-text.ts'
import { stepUpClient } from '../step-up/provider.ts'
import { b } from '../../ui/page-parts.tsx'

type Attempt = () => Promise<string | null>

/** Tries to unlock; a refusal becomes a sentence. */
const useUnlock = () => {
  const t = useText('security')
  const ceremonyText = useCeremonyText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = async (unlock: Attempt): Promise<string | null> => {
    setProblem(null)
    try {
      const refused = await unlock()
      if (refused === null) markUnlocked()
      return refused
    } catch (error) {
      return isRefusal(error, 'wrong_credentials') ? t('locked.wrong') : problemOf(error)
    }
  }
  /** Resolves to a sentence when it is refused. */
  const byPassword = (password: string) =>
    attempt(async () => {
      await call(unlockSession, { input: { password }, errors: 'none' })
      return null
    })
  const byPasskey = async () => {
    setBusy(true)
    const refused = await attempt(async () => {
      const challenge = await call(startUnlock, { errors: 'none' })
      const client = await stepUpClient()
      const answer = await client.passkey.signIn({ token: challenge.token ?? '' })
      if (answer.error !== undefined) return ceremonyText(answer)
      const token = answer.data.token ?? ''
      await call(unlockSession, { input: { challengeId: challenge.id, token }, errors: 'none' })
      return null
    })
    setProblem(refused)
    setBusy(false)
  }
  return { isBusy, problem, byPassword, byPasskey, forgetProblem: () => setProblem(null) }
}

/** A failed passkey is explained at the password field too, because the password is the alternative. */
const PasswordForm = ({ unlock, isOnly }: { unlock: ReturnType<typeof useUnlock>; isOnly: boolean }) => {
  const t = useText('security')
  const form = useContractForm<{ password: string }>({ defaultValues: { password: '' } })
  const { error, onChange, ...field } = form.field('password')
  const submit = form.send(async ({ password }) => {
    const problem = password === '' ? t('locked.missing') : await unlock.byPassword(password)
    if (problem !== null) await form.showRefusals({ password: [problem] })
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <PasswordField
        label={t('locked.password')}
        autoComplete="current-password"
        {...field}
        error={error ?? unlock.problem}
        onChange={(event) => {
          unlock.forgetProblem()
          void onChange(event)
        }}
      />
      <Button
        type="submit"
        variant={isOnly ? 'primary' : 'outline'}
        fullWidth
        busy={form.formState.isSubmitting}
      >
        {t('locked.unlock')}
      </Button>
    </form>
  )
}

/**
 * Goes to the login when the person does not return. A person who needs longer can extend the time (WCAG
 * 2.2.1).
 */
const Leaving = ({ wholeMs, onMore }: { wholeMs: number; onMore: () => void }) => {
  const t = useText('security')
  const end = useCallback(() => void logOut(), [])
  const leftMs = useCountdown({ wholeMs, onEnd: end })
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2.5 text-mute">
      <Timer aria-hidden size={18} />
      <span role="timer" className="num">
        {t.rich('locked.endsIn', { time: countdownText(leftMs), b })}
      </span>
      <TextButton onClick={onMore}>{t('locked.more')}</TextButton>
    </p>
  )
}

/** Makes all elements except this screen inert while it is shown. */
const useInertPage = (screen: { readonly current: HTMLElement | null }) => {
  useEffect(() => {
    const before = document.activeElement
    const others = [...document.body.children].filter((each) => !each.contains(screen.current))
    for (const each of others) each.setAttribute('inert', '')
    screen.current?.focus({ preventScroll: true })
    return () => {
      for (const each of others) each.removeAttribute('inert')
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [screen])
}

/**
 * The overlay over the page. The page stays in its state (ux §2) but cannot be read through it. The person
 * unlocks by passkey or password, or logs out.
 */
export const LockScreen = ({ user }: { user: SessionUser }) => {
  const t = useText('security')
  const titleId = useId()
  const screen = useRef<HTMLDivElement>(null)
  const unlock = useUnlock()
  const branding = useBranding()
  const [times, setTimes] = useState(0)
  const { data } = useCall(getSecurity, {}, { staleMs: Number.POSITIVE_INFINITY })
  useInertPage(screen)
  const screenName = useOpenScreen()
  const name = `${user.first_name} ${user.last_name}`
  return createPortal(
    <div
      ref={screen}
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="fixed inset-0 z-60 overflow-y-auto bg-bg outline-none"
    >
      <div className="mx-auto flex min-h-full w-full max-w-100 flex-col justify-center gap-6 px-5 py-8">
        <div className="flex flex-col items-center gap-1 text-center">
          <BrandMark
            size={56}
            logoUrl={branding.logoUrl}
            name={branding.name}
            isOwn={isOwnBranding(branding)}
          />
          <h1 id={titleId} className="pt-4 text-xl font-semibold">
            {t('locked.title')}
          </h1>
          <p className="text-balance text-mute">
            {screenName === null ? t('locked.lead') : t.rich('locked.leadPage', { page: screenName, b })}
          </p>
        </div>
        <div className="flex flex-col gap-5 rounded-2xl border border-line bg-surface p-5 shadow-raise">
          <div className="flex items-center gap-3">
            <Avatar name={name} />
            <p className="min-w-0">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-base text-mute">{user.email}</span>
            </p>
          </div>
          {user.passkey_enabled === 1 && (
            <>
              <Button
                variant="primary"
                icon={FingerprintPattern}
                fullWidth
                busy={unlock.isBusy}
                onClick={() => void unlock.byPasskey()}
              >
                {t('locked.passkey')}
              </Button>
              <p className="text-center text-base text-mute">{t('locked.or')}</p>
            </>
          )}
          <PasswordForm unlock={unlock} isOnly={user.passkey_enabled === 0} />
        </div>
        {data !== undefined && (
          <Leaving
            key={times}
            wholeMs={data.lock.redirectAfterSeconds * 1000}
            onMore={() => setTimes(times + 1)}
          />
        )}
        <div className="flex justify-center">
          <TextButton onClick={() => void logOut()}>{t('locked.notYou')}</TextButton>
        </div>
      </div>
    </div>,
    document.body,
  )
}
