import { changeClientCode, listCompanyCards } from '@cardamom/contract/cards/company-cards'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { TextField } from '../ui/text-field.tsx'

type Props = {
  readonly open: boolean
  readonly id: string
  readonly name: string
  readonly clientCode: string
  readonly onClose: () => void
}

const schema = async () => changeClientCode.input

const CodeForm = ({ id, clientCode, onClose }: Props) => {
  const t = useText('companyCards')
  const form = useContractForm({ schema, defaultValues: { clientCode } })
  const change = useAction(changeClientCode, {
    changes: [listCompanyCards],
    errors: 'fields',
    onDone: ({ clientCode: code }) => toastSuccess(t('clientCode.done', { code })),
  })
  const send = async (input: { clientCode: string }) => {
    await change.mutateAsync({ params: { id }, input })
    onClose()
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
      <TextField
        label={t('clientCode.label')}
        hint={t('clientCode.hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        {...form.field('clientCode')}
      />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('clientCode.save')}
        </Button>
      </div>
    </form>
  )
}

/** Changes the client code of the holder of a card. */
export const ClientCodeDialog = (props: Props) => {
  const t = useText('companyCards')
  const { open, name, onClose } = props
  return (
    <Dialog open={open} size="small" onClose={onClose} title={t('clientCode.title', { name })}>
      <CodeForm {...props} />
    </Dialog>
  )
}
