import { grantTopRole, topRoles } from '@cardamom/contract/access/admins'
import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { roleNames } from '@cardamom/contract/roles'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceCard } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { useContractForm } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { useRoleNames, type AdminRecord } from './use-admin-rights.ts'

type Props = { readonly open: boolean; readonly admin: AdminRecord; readonly onClose: () => void }
type TopRole = (typeof topRoles)[number]

const schema = () => Promise.resolve(grantTopRole.input)

const RequestForm = ({ admin, onClose }: Omit<Props, 'open'>) => {
  const t = useText('admins')
  const roleName = useRoleNames()
  const roles = topRoles.filter((roleId) => roleId !== admin.roleId)
  const send = useAction(grantTopRole, {
    changes: [listApprovals, countApprovals],
    errors: 'fields',
    onDone: () => toastSuccess(t('topRole.done')),
  })
  const form = useContractForm<{ roleId: TopRole; reason: string }>({
    schema,
    defaultValues: { roleId: roles[0] ?? 6, reason: '' },
  })
  const submit = async (input: { roleId: TopRole; reason: string }) => {
    await send.mutateAsync({ params: { id: admin.id }, input })
    onClose()
  }
  const chosen = form.watch('roleId')
  return (
    <form noValidate onSubmit={form.send(submit)} className="flex flex-col gap-5">
      <FieldGroup label={t('edit.roleId')}>
        <div className="flex flex-col gap-2">
          {roles.map((roleId) => (
            <ChoiceCard
              key={roleId}
              name="topRole"
              title={roleName(roleId)}
              detail={t(`roles.${roleNames[roleId]}`)}
              checked={chosen === roleId}
              onChange={() => form.setValue('roleId', roleId, { shouldDirty: true })}
            />
          ))}
        </div>
      </FieldGroup>
      <TextArea label={t('topRole.reason')} rows={3} maxLength={500} {...form.field('reason')} />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('topRole.submit')}
        </Button>
      </div>
    </form>
  )
}

/** Requests one of the two highest roles for a person; a second super administrator approves it. */
export const TopRoleDialog = ({ open, ...props }: Props) => {
  const t = useText('admins')
  return (
    <Dialog
      open={open}
      size="small"
      onClose={props.onClose}
      title={t('topRole.title', { name: props.admin.name })}
      lead={t('topRole.lead')}
    >
      {open && <RequestForm {...props} />}
    </Dialog>
  )
}
