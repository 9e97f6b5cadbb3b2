import { changePassword, recover } from '@cardamom/contract/identity'
import type { SentInputOf } from '@cardamom/contract/endpoint'
import { useCallback, useState } from 'react'
import { call, isRefusal } from '../kernel/api.ts'
import { countdownText } from '../kernel/date-text.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { useContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Page } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useCountdown } from '../ui/ring.tsx'
import { PasswordPair } from './password-pair.tsx'
import { useProfilePath } from './use-profile.ts'
import { retryAfterMs } from '../kernel/api-error.ts'

preloadText('refusals')
preloadText('fields')
preloadText('person')

type Change = SentInputOf<typeof changePassword>

const readSchema = async () => (await import('@cardamom/contract/identity')).changePassword.input

const Paused = ({ wholeMs, onOver }: { wholeMs: number; onOver: () => void }) => {
  const t = useText('profile')
  const refused = useText('refusals')
  const leftMs = useCountdown({ wholeMs, onEnd: onOver })
  return (
    <NoteBox tone="warn" role="alert" title={`${refused('rate_limited')}.`}>
      <span className="num" aria-live="off">
        {t('password.pausedHelp', { time: countdownText(leftMs) })}
      </span>
    </NoteBox>
  )
}

/** A person who forgot the old password gets the same link as from the login. */
const ForgottenLink = () => {
  const t = useText('profile')
  const { user } = useSession()
  const send = useAction(recover, {
    onDone: ({ email }) => toastSuccess(t('password.linkSent', { email })),
  })
  if (user === null) return null
  return (
    <TextButton
      aria-busy={send.isPending}
      onClick={() => send.isPending || send.mutate({ input: { email: user.email } })}
    >
      {t('password.forgot')}
    </TextButton>
  )
}

const usePasswordChange = () => {
  const t = useText('profile')
  const path = useProfilePath()
  const go = useGo()
  const [pauseMs, setPauseMs] = useState(0)
  const endPause = useCallback(() => setPauseMs(0), [])
  const change = async (input: Change) => {
    try {
      await call(changePassword, { input, errors: 'fields' })
    } catch (error) {
      if (isRefusal(error, 'rate_limited')) setPauseMs(retryAfterMs(error))
      throw error
    }
    toastSuccess(t('password.saved'))
    go(path)
  }
  return { change, pauseMs, endPause }
}

/** A new password for a person who knows the old one; every other session ends (product §5). */
export const PasswordPage = () => {
  const t = useText('profile')
  const path = useProfilePath()
  const { user } = useSession()
  const { change, pauseMs, endPause } = usePasswordChange()
  const form = useContractForm<Change>({
    schema: readSchema,
    defaultValues: { oldPassword: '', password: '', confirmation: '' },
  })
  return (
    <Page>
      <PageHeader title={t('password.title')} back={path} />
      <form noValidate onSubmit={form.send(change)}>
        <p className="pb-4 text-mute">{t('password.lead')}</p>
        <div className="flex flex-col gap-4">
          {pauseMs > 0 && <Paused wholeMs={pauseMs} onOver={endPause} />}
          <Panel>
            <div className="flex flex-col gap-5">
              <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
              <PasswordField
                label={t('password.old')}
                aside={<ForgottenLink />}
                autoComplete="current-password"
                {...form.field('oldPassword')}
              />
              <PasswordPair
                form={form}
                known={(user?.email ?? '').split(/[@.]/)}
                labels={{ password: t('password.next'), confirmation: t('password.confirmation') }}
              />
              <Button
                type="submit"
                variant="primary"
                fullWidth
                busy={form.formState.isSubmitting}
                disabled={pauseMs > 0}
              >
                {t('password.submit')}
              </Button>
            </div>
          </Panel>
        </div>
      </form>
    </Page>
  )
}
