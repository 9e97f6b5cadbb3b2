import { sendOtp } from '@cardamom/contract/access'
import { Mail, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { ApiError, call } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { toastError, toastSuccess } from '../../kernel/toasts.ts'
import { problemOf } from '../../kernel/transport.ts'
import { Button } from '../../ui/button.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { refusalOf, useCeremonyText } from './ceremony-text.ts'
import { CodeForm } from './code-form.tsx'
import type { StepProps } from './proof-task.ts'
import { stepUpClient } from './provider.ts'
import { ResendButton } from './resend-button.tsx'
import type { StepUpFailure } from './step-up-failure.ts'
import { b } from '../../ui/page-parts.tsx'

type Channel = 'email' | 'sms'
const nameOf = { email: 'emailOtp', sms: 'sms' } as const
const icons = { email: Mail, sms: MessageSquareText } as const

/** The press sends the code, and the digits come after it: opening a page never sends a mail. */
export const SentCode = ({
  channel,
  where,
  send,
  check,
}: {
  channel: Channel
  where: string
  /** Resolves to a sentence when nothing could be sent. */
  send: () => Promise<string | null>
  check: (code: string) => Promise<string | null>
}) => {
  const t = useText('stepUp')
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const press = async () => {
    const newProblem = await send().catch(problemOf)
    setProblem(newProblem)
    return newProblem === null
  }
  const first = async () => {
    setState('sending')
    setState((await press()) ? 'sent' : 'idle')
  }
  const shown = problem !== null && (
    <NoteBox tone="bad" role="alert">
      {problem}
    </NoteBox>
  )
  if (state !== 'sent') {
    return (
      <div className="flex flex-col gap-4">
        <p className="text-mute">{t.rich(`${nameOf[channel]}.request`, { where, b })}</p>
        {shown}
        <Button
          variant="primary"
          icon={icons[channel]}
          fullWidth
          busy={state === 'sending'}
          onClick={() => void first()}
        >
          {t('code.send')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-mute">{t.rich(`${nameOf[channel]}.lead`, { where, b })}</p>
      {shown}
      <CodeForm label={t(`${nameOf[channel]}.label`)} check={check} below={<ResendButton send={press} />} />
    </div>
  )
}

/** A code that the provider sends and checks. */
export const ProviderCodeStep = ({ task, handIn, channel }: StepProps & { channel: Channel }) => {
  const ceremonyText = useCeremonyText()
  const where = (channel === 'email' ? task.hints.email : task.hints.phone) ?? ''
  const failureText = (failure: StepUpFailure) => ceremonyText(failure)
  const factor = async () => {
    const client = await stepUpClient()
    client.setToken(task.token ?? '')
    return client[channel]
  }
  return (
    <SentCode
      channel={channel}
      where={where}
      send={async () => {
        const answer = await (await factor()).challenge()
        return answer.error === undefined ? null : failureText(answer)
      }}
      check={async (code) => {
        const answer = await (await factor()).verify({ code })
        if (answer.error !== undefined) return failureText(answer)
        const { isVerified, token, failureReason } = answer.data
        if (!isVerified || token === undefined) {
          return ceremonyText({ errorCode: refusalOf(failureReason, false) })
        }
        return handIn({ kind: 'token', token })
      }}
    />
  )
}

const SendingCode = ({
  handIn,
  channel,
  where,
}: Pick<StepProps, 'handIn'> & { channel: Channel; where: string }) => (
  <SentCode
    channel={channel}
    where={where}
    // The server's message is a toast, whether the code was sent or not (product §8, §9); a failure is also
    // shown next to the button.
    send={async () => {
      try {
        const { message } = await call(sendOtp, { input: { purpose: 'step_up', channel }, errors: 'none' })
        toastSuccess(message)
        return null
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        toastError(error.message)
        return error.message
      }
    }}
    check={(code) => handIn({ kind: 'code', code })}
  />
)

/** Our own code, between the passkey and the password of the highest level. */
export const OwnCodeStep = ({ task, handIn }: StepProps) => {
  const t = useText('stepUp')
  const [channel, setChannel] = useState<Channel>(task.sendOtp[0] ?? 'email')
  const others = task.sendOtp.filter((each) => each !== channel)
  const where = (channel === 'email' ? task.hints.email : task.hints.phone) ?? ''
  // The code of a login was sent already, so the person only types it.
  if (task.sendOtp.length === 0) {
    return (
      <div className="flex flex-col gap-4">
        <p className="text-mute">{t.rich('emailOtp.lead', { where, b })}</p>
        <CodeForm label={t('emailOtp.label')} check={(code) => handIn({ kind: 'code', code })} />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <SendingCode key={channel} channel={channel} where={where} handIn={handIn} />
      {others.map((each) => (
        <Button key={each} icon={icons[each]} fullWidth onClick={() => setChannel(each)}>
          {t(`${nameOf[each]}.name`)}
        </Button>
      ))}
    </div>
  )
}
