import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useContractForm } from './form.tsx'
import { TextArea } from './text-field.tsx'

type Texts = {
  readonly title: string
  /** What will happen, one line each. */
  readonly effects: readonly string[]
  readonly reason: string
  readonly cancel: string
  readonly submit: string
}

type TypedText = { reason?: string; note?: string }

type Props = {
  readonly open: boolean
  readonly texts: Texts
  /** The input of the call, whose field `reason` or `note` is the text. */
  readonly schema: z.ZodType<unknown, { reason: string }> | z.ZodType<unknown, { note: string }>
  readonly field?: 'reason' | 'note'
  readonly variant?: 'primary' | 'danger'
  readonly send: (reason: string) => Promise<unknown>
  readonly onClose: () => void
  readonly children?: ReactNode
}

const ReasonForm = ({ texts, schema, field = 'reason', variant = 'danger', send, onClose }: Props) => {
  const form = useContractForm({
    schema: () => Promise.resolve(schema as z.ZodType<unknown, TypedText>),
    defaultValues: { [field]: '' },
  })
  const submit = async (typed: TypedText) => {
    await send(typed[field] ?? '')
    onClose()
  }
  return (
    <form noValidate onSubmit={form.send(submit)} className="flex flex-col gap-5">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {texts.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <TextArea label={texts.reason} rows={3} maxLength={500} {...form.field(field)} />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant={variant} busy={form.formState.isSubmitting}>
          {texts.submit}
        </Button>
      </div>
    </form>
  )
}

/** Says what will happen, and requests the reason that the audit records. */
export const ReasonDialog = (props: Props) => (
  <Dialog open={props.open} size="small" onClose={props.onClose} title={props.texts.title}>
    {props.open && <ReasonForm {...props} />}
  </Dialog>
)
