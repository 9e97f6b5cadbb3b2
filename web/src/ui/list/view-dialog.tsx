import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  renameSavedView,
} from '@cardamom/contract/identity/saved-views'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useId } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { useContractForm } from '../form.tsx'
import { TextField } from '../text-field.tsx'

type SavedView = WireOf<typeof createSavedView>

type ViewDialogProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly onDelete: () => void
  readonly list: string
  readonly query: Readonly<Record<string, string>>
  /** The view to rename or delete; null to create a new one. */
  readonly view: SavedView | null
}

const schema = () => Promise.resolve(renameSavedView.input)
const options = { changes: [listSavedViews], errors: 'fields' } as const

const NameForm = ({ view, list, query, onClose, onDelete }: Omit<ViewDialogProps, 'open'>) => {
  const t = useText('lists')
  const create = useAction(createSavedView, options)
  const rename = useAction(renameSavedView, options)
  const remove = useAction(deleteSavedView, { changes: [listSavedViews] })
  const form = useContractForm({ schema, defaultValues: { name: view?.name ?? '' } })
  const isBusy = form.formState.isSubmitting
  const save = async ({ name }: { name: string }) => {
    if (view) await rename.mutateAsync({ params: { id: view.id }, input: { name } })
    else await create.mutateAsync({ input: { list, name, query } })
    onClose()
  }
  const onRemoved = { onSuccess: () => [onClose(), onDelete()] }
  return (
    <form noValidate onSubmit={form.send(save)} className="flex flex-col gap-5">
      <TextField label={t('views.name')} autoComplete="off" maxLength={40} {...form.field('name')} />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:items-center">
        {view && (
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate({ params: { id: view.id } }, onRemoved)}
          >
            {t('views.delete')}
          </Button>
        )}
        <span className="grow" />
        <Button onClick={onClose}>{t('views.cancel')}</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {t(view ? 'views.rename' : 'views.save')}
        </Button>
      </div>
    </form>
  )
}

/** Names a new view, or renames or deletes a saved one. */
export const ViewDialog = ({ open, ...props }: ViewDialogProps) => {
  const t = useText('lists')
  const id = useId()
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      size="small"
      title={props.view ? t('views.edit', { name: props.view.name }) : t('views.save')}
      lead={props.view ? undefined : t('views.lead')}
    >
      {open && <NameForm key={props.view?.id ?? id} {...props} />}
    </Dialog>
  )
}
