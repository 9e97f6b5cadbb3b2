import { FingerprintPattern } from 'lucide-react'
import type { z } from 'zod'
import type { ApiError } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { sentenceOf } from '../../kernel/transport.ts'
import { Button } from '../button.tsx'
import { useContractForm } from '../form.tsx'
import { NoteBox } from '../note-box.tsx'
import { TextArea } from '../text-field.tsx'

type Texts = {
  /** The label of the reason, where it has another one. */
  readonly reason?: string
  readonly hint: string
  readonly submit: string
  readonly passkey?: string
}

/** Above a limit a second administrator approves it. */
export const TwoPeopleNote = () => (
  <NoteBox tone="info">{useText('walletMoney')('confirm.twoPeople')}</NoteBox>
)

/** The end of a review of money: its reason, what became of it, and the button that confirms. */
export const MoneyConfirm = ({
  schema,
  texts,
  error,
  outdated,
  needsApproval,
  isDanger = false,
  send,
  onAgain,
  onClose,
}: {
  schema: z.ZodType<unknown, { reason: string }>
  texts: Texts
  error: ApiError | null
  /** Refusals after which what the person saw is not so any more. */
  outdated: readonly string[]
  /** A second person approves it: then it is only requested. */
  needsApproval: boolean
  /** It reverses something or withdraws money. */
  isDanger?: boolean
  send: (reason: string) => Promise<unknown>
  onAgain: () => void
  onClose: () => void
}) => {
  const t = useText('walletMoney')
  const form = useContractForm({ schema: () => Promise.resolve(schema), defaultValues: { reason: '' } })
  return (
    <form
      noValidate
      onSubmit={form.send(({ reason }: { reason: string }) => send(reason))}
      className="flex flex-col gap-5 pt-5"
    >
      <TextArea
        label={texts.reason ?? t('confirm.reason')}
        hint={texts.hint}
        rows={2}
        maxLength={500}
        {...form.field('reason')}
      />
      {error && (
        <NoteBox
          tone={error.status === 0 ? 'warn' : 'bad'}
          role="alert"
          title={error.status === 0 ? t('confirm.lost') : sentenceOf(error)}
          {...(outdated.includes(error.code)
            ? { action: <Button onClick={onAgain}>{t('confirm.again')}</Button> }
            : {})}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        {texts.passkey !== undefined && (
          <p className="flex items-center gap-2 text-base text-mute md:text-sm">
            <FingerprintPattern aria-hidden size={16} className="shrink-0" />
            {texts.passkey}
          </p>
        )}
        <div className="flex flex-col-reverse gap-2 max-md:w-full md:ml-auto md:flex-row">
          <Button onClick={onClose}>{t('confirm.back')}</Button>
          <Button type="submit" variant={isDanger ? 'danger' : 'primary'} busy={form.formState.isSubmitting}>
            {needsApproval ? t('confirm.request') : texts.submit}
          </Button>
        </div>
      </div>
    </form>
  )
}
