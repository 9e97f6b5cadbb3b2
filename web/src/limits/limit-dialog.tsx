import type { Endpoint } from '@cardamom/contract/endpoint'
import { useId } from 'react'
import type { z } from 'zod'
import type { ApiError } from '../kernel/api-error.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { queryClient } from '../kernel/query.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm, type ContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { AmountInput } from '../ui/wallets/money-form.tsx'

preloadText('fields')
preloadText('refusals')

/** What was typed: an amount by the name of its field, and the reason. */
export type TypedLimit = Readonly<Record<string, string>>

/** Sends a limit. Another person may have changed it before: after a refusal it is read again. */
export const sendLimit = async (
  send: () => Promise<unknown>,
  changes: readonly Endpoint[],
): Promise<void> => {
  try {
    await send()
  } catch (error) {
    for (const { path } of changes) void queryClient.invalidateQueries({ queryKey: [path] })
    throw error
  }
}

/** The field of the amount; null: no amount is typed. */
type AmountField = { readonly name: string; readonly label: string; readonly hint: string } | null

const Fields = ({
  form,
  amount,
  error,
}: {
  form: ContractForm<TypedLimit>
  amount: AmountField
  error: ApiError | null
}) => {
  const t = useText('companyLimits')
  return (
    <>
      {amount !== null && (
        <AmountInput label={amount.label} hint={amount.hint} {...form.field(amount.name)} />
      )}
      <TextArea
        label={t('form.reason')}
        hint={t('form.reasonHint')}
        rows={2}
        maxLength={500}
        {...form.field('reason')}
      />
      {error && Object.keys(error.errors).length === 0 && (
        <NoteBox tone="bad" role="alert" title={sentenceOf(error)} />
      )}
    </>
  )
}

/** An amount of a company with a reason, or the reason alone where the amount ends. */
export const LimitDialog = ({
  open,
  close,
  schema,
  amount,
  typed,
  texts,
  error,
  send,
}: {
  open: boolean
  close: () => void
  schema: () => Promise<z.ZodType<unknown, TypedLimit>>
  amount: AmountField
  typed: TypedLimit
  texts: { readonly title: string; readonly lead: string; readonly submit: string }
  error: ApiError | null
  send: (typed: TypedLimit) => Promise<unknown>
}) => {
  const t = useText('companyLimits')
  const id = useId()
  const form = useContractForm<TypedLimit>({ schema, defaultValues: typed })
  const isSending = form.formState.isSubmitting
  return (
    <Dialog
      open={open}
      onClose={close}
      size="small"
      busy={isSending}
      title={texts.title}
      lead={texts.lead}
      cancel={t('form.cancel')}
      actions={
        <Button type="submit" form={id} variant="primary" busy={isSending}>
          {texts.submit}
        </Button>
      }
    >
      <form id={id} noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
        <Fields form={form} amount={amount} error={error} />
      </form>
    </Dialog>
  )
}
