import type { ComponentProps, ReactNode } from 'react'
import { Button, ButtonLink } from '../button.tsx'
import { NoteBox } from '../note-box.tsx'
import { ActionBar, Page } from '../page-parts.tsx'
import { PageHeader } from '../page.tsx'
import { TextField } from '../text-field.tsx'

/** The page of a form of money: its fields, what is wrong with none of them in particular, and its two buttons. */
export const MoneyForm = ({
  title,
  lead,
  above,
  other,
  busy,
  submit,
  back,
  onReview,
  children,
  dialog,
}: {
  title: string
  lead: string
  above?: ReactNode
  other: string | null
  busy: boolean
  submit: string
  back: { readonly to: string; readonly text: string }
  onReview: () => void
  children: ReactNode
  /** The review, once it is requested. */
  dialog: ReactNode
}) => (
  <Page>
    <PageHeader title={title} />
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onReview()
      }}
    >
      {above}
      <p className="text-mute">{lead}</p>
      {children}
      {other !== null && <NoteBox tone="bad" role="alert" title={other} />}
      <ActionBar>
        <Button type="submit" variant="primary" busy={busy}>
          {submit}
        </Button>
        <ButtonLink to={back.to}>{back.text}</ButtonLink>
      </ActionBar>
    </form>
    {dialog}
  </Page>
)

/** An amount of USD as a person types it, of a form: `{...form.field('amount')}`. */
export const AmountInput = (props: Omit<ComponentProps<typeof TextField>, 'start'>) => (
  <TextField isShort inputMode="decimal" autoComplete="off" start="$" maxLength={16} {...props} />
)
