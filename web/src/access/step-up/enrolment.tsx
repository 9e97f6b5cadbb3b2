import { confirmEnrolment, listFactors, type EnrolmentOnWire } from '@cardamom/contract/access/factors'
import { getSecurity, listSecurityEvents } from '@cardamom/contract/access/security'
import { FingerprintPattern, Usb } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { queryClient } from '../../kernel/query.ts'
import { refreshSession } from '../../kernel/session.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { problemOf } from '../../kernel/transport.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { Qr } from '../../ui/qr.tsx'
import { LoadingIndicator } from '../../ui/spinner.tsx'
import { refusalOf, useCeremonyText } from './ceremony-text.ts'
import { CodeForm } from './code-form.tsx'
import { LinkWait } from './magic-link-step.tsx'
import { onTokenExpired, stepUpClient } from './provider.ts'
import { SentCode } from './sent-code-step.tsx'
import type { StepUpAnswer } from './step-up-failure.ts'
import type { CodeAnswer } from './step-up-client.ts'

type Adding = {
  readonly enrolment: EnrolmentOnWire
  /**
   * After the library added the factor, the server reads it from the provider. Resolves to a sentence when
   * that fails.
   */
  readonly confirm: () => Promise<string | null>
}

const clientFor = async ({ token }: EnrolmentOnWire) => {
  const client = await stepUpClient()
  client.setToken(token)
  return client
}

const AddDevice = ({ enrolment, confirm, startsAtOnce }: Adding & { startsAtOnce: boolean }) => {
  const t = useText('security')
  const ceremonyText = useCeremonyText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isPasskey = enrolment.method === 'passkey'
  const add = async () => {
    const client = await clientFor(enrolment)
    const { username } = enrolment
    const answer = isPasskey
      ? await client.passkey.signUp({ username, displayName: username })
      : await client.securityKey.enroll()
    return answer.error === undefined ? confirm() : ceremonyText(answer)
  }
  const press = async () => {
    setBusy(true)
    setProblem(null)
    setProblem(await add().catch(problemOf))
    setBusy(false)
  }
  const hasStarted = useRef(false)
  useEffect(() => {
    if (!startsAtOnce || hasStarted.current) return
    hasStarted.current = true
    void press()
  }, [startsAtOnce])
  return (
    <div className="flex flex-col gap-4">
      <p className="text-mute">{t(isPasskey ? 'add.passkeyLead' : 'add.keyLead')}</p>
      {problem !== null && (
        <NoteBox tone="bad" role="alert">
          {problem}
        </NoteBox>
      )}
      <Button
        variant="primary"
        icon={isPasskey ? FingerprintPattern : Usb}
        fullWidth
        busy={isBusy}
        onClick={() => void press()}
      >
        {t(isPasskey ? 'add.passkeyGo' : 'add.keyGo')}
      </Button>
    </div>
  )
}

/** Converts the library's answer to a code into a sentence, or continues. */
const useChecked = (confirm: () => Promise<string | null>, isOfApp = false) => {
  const ceremonyText = useCeremonyText()
  return async (answer: StepUpAnswer<CodeAnswer>): Promise<string | null> => {
    if (answer.error !== undefined) return ceremonyText(answer)
    const { isVerified, failureReason } = answer.data
    return isVerified ? confirm() : ceremonyText({ errorCode: refusalOf(failureReason, isOfApp) })
  }
}

const groupsOf = (secret: string): readonly string[] => secret.match(/.{1,4}/g) ?? []

const AddTotp = ({ enrolment, confirm }: Adding) => {
  const t = useText('security')
  const step = useText('stepUp')
  const ceremonyText = useCeremonyText()
  const checked = useChecked(confirm, true)
  const [key, setKey] = useState<{ uri: string; secret: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isHere = true
    const start = async () => {
      const answer = await (await clientFor(enrolment)).totp.enroll()
      if (!isHere) return
      if (answer.error === undefined) setKey(answer.data)
      else setProblem(ceremonyText(answer))
    }
    start().catch((error: unknown) => isHere && setProblem(problemOf(error)))
    return () => {
      isHere = false
    }
    // Each enrolment has one key. A problem's text may change with the language, but the key must not change.
  }, [enrolment])
  if (problem !== null) {
    return (
      <NoteBox tone="bad" role="alert">
        {problem}
      </NoteBox>
    )
  }
  if (key === null) return <LoadingIndicator label={t('add.start')} />
  return (
    <div className="flex flex-col gap-4">
      <p className="text-mute">{t('add.totpLead')}</p>
      <div className="mx-auto w-full max-w-52">
        <Qr text={key.uri} what={t('add.totpQr')} />
      </div>
      <div className="rounded-lg bg-fill p-3.5">
        <p className="text-base text-mute md:text-sm">{t('add.totpHand')}</p>
        <p className="flex items-center justify-between gap-2">
          {/* A line breaks between two groups, never inside one. */}
          <span className="flex flex-wrap gap-x-[1ch] font-mono text-base">
            {groupsOf(key.secret).map((group, index) => (
              <span key={`${index}${group}`}>{group} </span>
            ))}
          </span>
          <CopyButton text={key.secret} label={t('add.totpCopy')} variant="ghost" />
        </p>
      </div>
      <CodeForm
        label={step('totp.label')}
        check={async (code) => checked(await (await clientFor(enrolment)).totp.verify({ code }))}
      />
    </div>
  )
}

const AddSentCode = ({ enrolment, confirm, channel }: Adding & { channel: 'email' | 'sms' }) => {
  const ceremonyText = useCeremonyText()
  const checked = useChecked(confirm)
  const where = channel === 'email' ? enrolment.email : (enrolment.phone ?? '')
  return (
    <SentCode
      channel={channel}
      where={where}
      send={async () => {
        const client = await clientFor(enrolment)
        const answer =
          channel === 'email'
            ? await client.email.enroll({ email: where })
            : await client.sms.enroll({ phoneNumber: where })
        return answer.error === undefined ? null : ceremonyText(answer)
      }}
      check={async (code) => checked(await (await clientFor(enrolment))[channel].verify({ code }))}
    />
  )
}

const AddLink = ({ enrolment, confirm }: Adding) => {
  const ceremonyText = useCeremonyText()
  return (
    <LinkWait
      where={enrolment.email}
      run={async (signal) => {
        const client = await clientFor(enrolment)
        const sent = await client.magicLink.enroll({ email: enrolment.email })
        if (sent.error !== undefined) return ceremonyText(sent)
        const answer = await client.magicLink.wait(signal)
        return answer.error === undefined ? confirm() : ceremonyText(answer)
      }}
    />
  )
}

/** Adds one factor: the browser enrols it with the provider, then the server confirms it. */
export const Enrolment = ({
  enrolment,
  startsAtOnce = false,
  onDone,
  onExpired,
}: {
  enrolment: EnrolmentOnWire
  /** The press that led here already named this factor, so no second press is needed. */
  startsAtOnce?: boolean
  onDone: () => void
  onExpired: (problem: string) => void
}) => {
  const t = useText('security')
  const step = useText('stepUp')
  useEffect(() => onTokenExpired(() => onExpired(step('expired'))), [onExpired, step])
  const confirm = async (): Promise<string | null> => {
    try {
      await call(confirmEnrolment, {
        params: { id: enrolment.id },
        input: {},
        errors: 'none',
      })
      toastSuccess(t(`add.done.${enrolment.method}`))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return error.message
    }
    const changed = [listFactors, getSecurity, listSecurityEvents].map(({ path }) => path)
    await Promise.all(changed.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
    onDone()
    await refreshSession()
    return null
  }
  const adding = { enrolment, confirm }
  if (enrolment.method === 'totp') return <AddTotp {...adding} />
  if (enrolment.method === 'email_otp') return <AddSentCode {...adding} channel="email" />
  if (enrolment.method === 'sms') return <AddSentCode {...adding} channel="sms" />
  return enrolment.method === 'magic_link' ? (
    <AddLink {...adding} />
  ) : (
    <AddDevice {...adding} startsAtOnce={startsAtOnce} />
  )
}
