import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from '@cardamom/contract/identity/saved-views'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useId } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { hrefOf } from '../../kernel/location.ts'
import { useAction } from '../../kernel/query.ts'
import { usePath } from '../../kernel/router.tsx'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Dialog } from '../dialog.tsx'
import { useContractForm } from '../form.tsx'
import { TextField } from '../text-field.tsx'
import { Checkbox } from '../toggles.tsx'

type SavedView = WireOf<typeof createSavedView>

type ViewDialogProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly onDelete: () => void
  readonly list: string
  readonly query: Readonly<Record<string, string>>
  /** The view to change or delete; null to create a new one. */
  readonly view: SavedView | null
  /** Whether administrators can share views of this list. */
  readonly isShareable: boolean
}

const schema = () => Promise.resolve(createSavedView.input.pick({ name: true, isShared: true }))
const options = { changes: [listSavedViews], errors: 'fields' } as const

/** The address that opens the list with the view: colleagues see the rows of their own companies. */
const ViewLink = ({ query }: Pick<ViewDialogProps, 'query'>) => {
  const t = useText('lists')
  const link = `${location.origin}${hrefOf(usePath(), query)}`
  return <CopyButton text={link} word={t('views.copyLink')} />
}

const ViewForm = ({ view, list, query, isShareable, ...props }: Omit<ViewDialogProps, 'open'>) => {
  const { onClose, onDelete } = props
  const t = useText('lists')
  const create = useAction(createSavedView, options)
  const update = useAction(updateSavedView, options)
  const remove = useAction(deleteSavedView, { changes: [listSavedViews] })
  const form = useContractForm({
    schema,
    defaultValues: { name: view?.name ?? '', isShared: view?.isShared ?? false },
  })
  const isBusy = form.formState.isSubmitting
  const save = async (input: { name: string; isShared?: boolean | undefined }) => {
    if (view) await update.mutateAsync({ params: { id: view.id }, input })
    else await create.mutateAsync({ input: { list, query, ...input } })
    onClose()
  }
  const onRemoved = { onSuccess: () => [onClose(), onDelete()] }
  return (
    <form noValidate onSubmit={form.send(save)} className="flex flex-col gap-5">
      <TextField label={t('views.name')} autoComplete="off" maxLength={40} {...form.field('name')} />
      {isShareable && <Checkbox {...form.register('isShared')}>{t('views.share')}</Checkbox>}
      {view?.isShared && <ViewLink query={query} />}
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
          {t(view ? 'views.update' : 'views.save')}
        </Button>
      </div>
    </form>
  )
}

/** Names and shares a new view, or changes or deletes a saved one. */
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
      {open && <ViewForm key={props.view?.id ?? id} {...props} />}
    </Dialog>
  )
}
