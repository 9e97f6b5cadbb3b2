import { getUser } from '@cardamom/contract/access/users'
import { assignSellerCode, getUserSellerCode } from '@cardamom/contract/sellers'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { TextField } from '../ui/text-field.tsx'

type FormProps = { readonly id: string; readonly onClose: () => void }

const schema = () => Promise.resolve(assignSellerCode.input)

const CodeForm = ({ id, onClose }: FormProps) => {
  const t = useText('users')
  const assign = useAction(assignSellerCode, {
    changes: [getUserSellerCode, getUser],
    errors: 'fields',
    onDone: ({ code }) => toastSuccess(t('sellerCode.done', { code: code ?? '' })),
  })
  const form = useContractForm({ schema, defaultValues: { code: '' } })
  const send = async (input: { code: string }) => {
    await assign.mutateAsync({ params: { id }, input })
    onClose()
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
      <TextField label={t('sellerCode.title')} autoCapitalize="characters" {...form.field('code')} />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button type="button" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('sellerCode.assign')}
        </Button>
      </div>
    </form>
  )
}

/** Takes the code that a person shall belong to, and says what it changes. */
export const SellerCodeDialog = ({ open, id, onClose }: FormProps & { readonly open: boolean }) => {
  const t = useText('users')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('sellerCode.assign')}
      lead={t('sellerCode.lead')}
    >
      {open && <CodeForm id={id} onClose={onClose} />}
    </Dialog>
  )
}
