import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { useContractForm } from '../ui/form.tsx'
import { TextField } from '../ui/text-field.tsx'

const schema = async () =>
  (await import('@cardamom/contract/sellers/seller-invitations')).inviteOwnSeller.input

/** The address to which an invitation goes; an administrator chooses the seller one above it. */
export const InviteForm = ({
  lead,
  busy,
  isReady = true,
  send,
  children,
}: {
  lead: string
  busy: boolean
  isReady?: boolean
  /** Resolves when the invitation is on its way. */
  send: (email: string) => Promise<unknown>
  children?: ReactNode
}) => {
  const t = useText('sellerInvitations')
  const form = useContractForm<{ email: string }>({ schema, defaultValues: { email: '' } })
  const submit = async ({ email }: { email: string }) => {
    await send(email)
    toastSuccess(t('sent', { email: email.trim() }))
    form.reset({ email: '' })
  }
  return (
    <form noValidate onSubmit={form.send(submit)} className="flex flex-col gap-4">
      <p className="text-mute">{lead}</p>
      {children}
      <TextField
        label={t('email')}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...form.field('email')}
      />
      <div>
        <Button type="submit" disabled={!isReady || form.watch('email').trim() === ''} busy={busy}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}
