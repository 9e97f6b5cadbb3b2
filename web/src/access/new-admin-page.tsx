import { createAdmin, listAdmins } from '@cardamom/contract/access/admins'
import { mayAssignRole, roleNames, rolesManagedBy } from '@cardamom/contract/roles'
import { useState } from 'react'
import { call } from '../kernel/api.ts'
import { preloadText, useLocale, useText } from '../kernel/i18n.tsx'
import { queryClient } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceCard } from '../ui/choice.tsx'
import { FieldGroup } from '../ui/field.tsx'
import { useContractForm, type ContractForm } from '../ui/form.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { EmailField, TextField } from '../ui/text-field.tsx'
import { CompanyField, type CompanyChoice } from './admins/company-choice.tsx'
import type { NewAdminValues } from './admins/new-admin-rules.ts'
import { useRoleNames } from './admins/use-admin-rights.ts'

preloadText('admins')
preloadText('refusals')
preloadText('fields')

const schema = async () => (await import('./admins/new-admin-rules.ts')).newAdminRules
/** A customised administrator can do nothing until permissions are granted. */
const leastRole = 9

/** Roles that the reader may make, each with what it can do. */
const RoleField = ({ form, roles }: { form: ContractForm<NewAdminValues>; roles: readonly number[] }) => {
  const t = useText('admins')
  const roleName = useRoleNames()
  const chosen = form.watch('roleId')
  return (
    <FieldGroup label={t('edit.roleId')} error={form.errorOf('roleId')}>
      <div className="flex flex-col gap-2">
        {roles.map((roleId) => (
          <ChoiceCard
            key={roleId}
            name="roleId"
            title={roleName(roleId)}
            detail={t(`roles.${roleNames[roleId as 1]}`)}
            checked={chosen === roleId}
            onChange={() => form.setValue('roleId', roleId, { shouldDirty: true, shouldValidate: true })}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

const InvitationForm = () => {
  const t = useText('admins')
  const go = useGo()
  const locale = useLocale()
  const { user } = useSession()
  const readerRole = user?.role_id ?? 0
  const roles = rolesManagedBy(readerRole).filter((roleId) => mayAssignRole(readerRole, roleId))
  const own = user?.user_company
  const [company, setCompany] = useState<CompanyChoice | null>(own ? { id: own.id, name: own.name } : null)
  const start = roles.find((roleId) => roleId === leastRole) ?? roles[0] ?? 0
  const form = useContractForm<NewAdminValues>({
    schema,
    defaultValues: {
      email: '',
      firstName: '',
      lastName: '',
      roleId: start,
      companyId: own?.id ?? '',
      locale,
    },
  })
  const choose = (next: CompanyChoice | null) => {
    setCompany(next)
    form.setValue('companyId', next?.id ?? '', { shouldDirty: true, shouldValidate: true })
  }
  const send = async (values: NewAdminValues) => {
    const input = { ...values, roleId: values.roleId as 1 }
    const made = await call(createAdmin, { input, errors: 'fields' })
    await queryClient.invalidateQueries({ queryKey: [listAdmins.path] })
    toastSuccess(t('create.done', { name: made.name, email: made.email }))
    go('/admin/admins', { search: { open: made.id }, replace: true })
  }
  return (
    <form noValidate onSubmit={form.send(send)}>
      <Panel>
        <div className="flex flex-col gap-5">
          <EmailField
            label={t('fields.email')}
            hint={t('create.emailHint')}
            {...form.field('email')}
            autoComplete="off"
          />
          <div className="grid gap-5 md:grid-cols-2">
            <TextField label={t('edit.firstName')} autoComplete="off" {...form.field('firstName')} />
            <TextField label={t('edit.lastName')} autoComplete="off" {...form.field('lastName')} />
          </div>
          <CompanyField
            label={t('fields.companyName')}
            chosen={company}
            choose={choose}
            error={form.errorOf('companyId')}
          />
          <RoleField form={form} roles={roles} />
          <SelectField
            label={t('create.locale')}
            options={[
              { value: 'en', label: 'English' },
              { value: 'es', label: 'Español' },
            ]}
            {...form.field('locale')}
          />
        </div>
      </Panel>
      <ActionBar>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('create.submit')}
        </Button>
      </ActionBar>
    </form>
  )
}

/** Invites an administrator by a one-time link: `/admin/admins/new`. */
export const NewAdminPage = () => {
  const t = useText('admins')
  return (
    <Page>
      <PageHeader title={t('create.title')} back="/admin/admins" />
      <InvitationForm />
    </Page>
  )
}
