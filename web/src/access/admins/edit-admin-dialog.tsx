import { mayAssignRole, rolesManagedBy } from '@cardamom/contract/roles'
import { useText } from '../../kernel/i18n.tsx'
import { useSession } from '../../kernel/session.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ContractForm } from '../../ui/form.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConflictNote, VersionChoice } from '../../ui/version-choice.tsx'
import type { Conflict } from '../../kernel/conflict.ts'
import { useEditing, type AdminFields, type EditedField } from './edit-admin.ts'
import { useRoleNames, type AdminRecord } from './use-admin-rights.ts'

type Props = { readonly open: boolean; readonly admin: AdminRecord; readonly onClose: () => void }

/** A value of a field as it is read. */
const useShownValue = () => {
  const t = useText('admins')
  const roleName = useRoleNames()
  return (field: EditedField, value: string): string => {
    if (field === 'roleId') return roleName(Number(value))
    return field === 'passkeyRequired' ? t(`edit.passkey.${value as 'true' | 'false'}`) : value
  }
}

const ConflictPart = ({
  form,
  conflict,
}: {
  form: ContractForm<AdminFields>
  conflict: Conflict<AdminFields>
}) => {
  const t = useText('admins')
  const refused = useText('refusals')
  const shown = useShownValue()
  const adopted = conflict.adopted.map((name) => t(`edit.${name}`)).join(', ')
  return (
    <div className="flex flex-col gap-4">
      <ConflictNote title={`${refused('record_changed')}.`} conflict={conflict}>
        {t('conflict.help')}
        {adopted !== '' && <> {t('conflict.adopted', { fields: adopted })}</>}
      </ConflictNote>
      {conflict.both.map((name) => (
        <VersionChoice
          key={name}
          name={`conflict-${name}`}
          label={t(`edit.${name}`)}
          versions={(['mine', 'theirs'] as const).map((side) => ({
            value: conflict[side][name],
            shown: shown(name, conflict[side][name]),
            from: t(`conflict.${side}`),
          }))}
          chosen={form.watch(name)}
          choose={(value) => form.setValue(name, value, { shouldDirty: true })}
        />
      ))}
    </div>
  )
}

const EditForm = ({ admin, onClose }: Omit<Props, 'open'>) => {
  const t = useText('admins')
  const roleName = useRoleNames()
  const shown = useShownValue()
  const { user } = useSession()
  const { form, save, conflict, changes } = useEditing(admin, ({ name }) => {
    toastSuccess(t('edit.done', { name }))
    onClose()
  })
  const readerRole = user?.role_id ?? 0
  const others = rolesManagedBy(readerRole).filter((roleId) => mayAssignRole(readerRole, roleId))
  const roles = [...new Set<number>([admin.roleId, ...others])].toSorted((one, other) => one - other)
  const options = roles.map((roleId) => ({ value: String(roleId), label: roleName(roleId) }))
  return (
    <form noValidate onSubmit={form.send((values) => save(values))} className="flex flex-col gap-5">
      {conflict !== null && <ConflictPart form={form} conflict={conflict} />}
      <TextField label={t('edit.firstName')} autoComplete="off" {...form.field('firstName')} />
      <TextField label={t('edit.lastName')} autoComplete="off" {...form.field('lastName')} />
      <SelectField label={t('edit.roleId')} options={options} {...form.field('roleId')} />
      {changes.includes('roleId') && (
        <NoteBox tone="warn" role="status" title={t('edit.roleNote.title')}>
          {t('edit.roleNote.body')}
        </NoteBox>
      )}
      <SelectField
        label={t('edit.passkeyRequired')}
        hint={t('edit.passkeyHint')}
        options={['true', 'false'].map((value) => ({ value, label: shown('passkeyRequired', value) }))}
        {...form.field('passkeyRequired')}
      />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={changes.length === 0}
          busy={form.formState.isSubmitting}
        >
          {t('edit.save')}
        </Button>
      </div>
    </form>
  )
}

/** Changes name, role and the duty to use a passkey. */
export const EditAdminDialog = ({ open, ...props }: Props) => {
  const t = useText('admins')
  return (
    <Dialog
      open={open}
      size="small"
      onClose={props.onClose}
      title={t('edit.title', { name: props.admin.name })}
    >
      {open && <EditForm {...props} />}
    </Dialog>
  )
}
