import { startImpersonation } from '@cardamom/contract/access/impersonations'
import { useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { countdownText } from '../../kernel/date-text.ts'
import { realNow } from '../../kernel/clock.ts'
import { Button, buttonClass } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { useContractForm } from '../form.tsx'
import { useCountdown } from '../ring.tsx'
import { TextArea } from '../text-field.tsx'

type Props = {
  readonly userId: string
  readonly name: string
  readonly open: boolean
  readonly onClose: () => void
}
type Link = { readonly path: string; readonly expiresAt: string }

const schema = () => Promise.resolve(startImpersonation.input)

const ReasonForm = ({
  userId,
  onClose,
  onLink,
}: Pick<Props, 'userId' | 'onClose'> & { onLink: (link: Link) => void }) => {
  const t = useText('impersonation')
  const start = useAction(startImpersonation, { errors: 'fields' })
  const form = useContractForm({ schema, defaultValues: { reason: '' } })
  const send = async (input: { reason: string }) =>
    onLink(await start.mutateAsync({ params: { id: userId }, input }))
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
      <TextArea label={t('start.reason')} autoFocus rows={3} maxLength={500} {...form.field('reason')} />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button type="button" onClick={onClose}>
          {t('start.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('start.action')}
        </Button>
      </div>
    </form>
  )
}

/** A browser opens a tab only by a press, so the confirmed link is a link to press. */
const OpenLink = ({ link, onClose }: { link: Link; onClose: () => void }) => {
  const t = useText('impersonation')
  const [wholeMs] = useState(() => Math.max(0, Date.parse(link.expiresAt) - realNow().getTime()))
  const leftMs = useCountdown({ wholeMs, onEnd: onClose })
  return (
    <div className="flex flex-col gap-3">
      <a
        href={link.path}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'primary', fullWidth: true })}
        onClick={onClose}
      >
        {t('start.open')}
      </a>
      <p className="num text-center text-base text-mute md:text-sm">
        {t('start.expires', { time: countdownText(leftMs) })}
      </p>
    </div>
  )
}

/** Requests the reason, and opens the person's account in a new tab. */
export const ImpersonateDialog = ({ userId, name, open, onClose }: Props) => {
  const t = useText('impersonation')
  const [link, setLink] = useState<Link | null>(null)
  const close = () => {
    setLink(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      size="small"
      onClose={close}
      title={t('start.title', { name })}
      lead={t('start.lead')}
    >
      {open && link === null && <ReasonForm userId={userId} onClose={close} onLink={setLink} />}
      {open && link !== null && <OpenLink link={link} onClose={close} />}
    </Dialog>
  )
}
