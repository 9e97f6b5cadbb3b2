import {
  createCompany,
  getCompany,
  listCompanies,
  proposeSlug,
} from '@cardamom/contract/companies/company-record'
import { useEffect, useRef, useState } from 'react'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { queryClient, useCall, useSettled } from '../kernel/query.ts'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { useContractForm } from '../ui/form.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { EmailField, TextField } from '../ui/text-field.tsx'
import type { NewCompanyValues } from './new-company-rules.ts'
import { ParentField, topRoles, type ParentChoice } from './parent-field.tsx'
import { useZoneGroups } from './zone-options.ts'

preloadText('companies')
preloadText('profile')
preloadText('refusals')
preloadText('fields')

const schema = async () => (await import('./new-company-rules.ts')).newCompanyRules

const stillMs = 300

/** The proposed short name for a typed name, and whether a typed one is free. */
const useSlug = (name: string, slug: string) => {
  const settled = { name: useSettled(name.trim(), stillMs), slug: useSettled(slug, stillMs) }
  const input = { name: settled.name, ...(settled.slug === '' ? {} : { slug: settled.slug.slice(0, 30) }) }
  const enabled = settled.name !== '' || settled.slug !== ''
  const { data } = useCall(
    proposeSlug,
    { input, errors: 'none' },
    { enabled, showsPrevious: true, staleMs: 0 },
  )
  return enabled ? data : undefined
}

const NewCompanyForm = () => {
  const t = useText('companies')
  const go = useGo()
  const [query] = useQueryParams()
  const { user } = useSession()
  const mayTop = topRoles.includes(user?.role_id ?? 0)
  const [parent, setParent] = useState<ParentChoice | null>(null)
  const form = useContractForm<NewCompanyValues>({
    schema,
    defaultValues: { name: '', slug: '', contactEmail: '', timeZone: '' },
  })
  const key = useRef({ content: '', key: '' })
  const { name, slug } = form.watch()
  const [isTyped, setTyped] = useState(false)
  const found = useSlug(name, slug)
  const proposal = found?.proposal
  useEffect(() => {
    if (!isTyped && proposal !== undefined) form.setValue('slug', proposal)
    // oxlint-disable-next-line react/exhaustive-deps -- the form is the same in every render
  }, [isTyped, proposal])
  const groups = useZoneGroups(null)
  const slugField = form.field('slug')
  const tier = (parent?.tier ?? 0) + 1
  const send = async (values: NewCompanyValues) => {
    const input = { ...values, parentId: parent?.id ?? null }
    const content = JSON.stringify(input)
    if (key.current.content !== content) key.current = { content, key: crypto.randomUUID() }
    const made = await call(createCompany, { input, idempotencyKey: key.current.key, errors: 'fields' })
    await queryClient.invalidateQueries({ queryKey: [listCompanies.path] })
    await queryClient.invalidateQueries({ queryKey: [getCompany.path] })
    toastSuccess(t('create.created', { name: made.name }))
    go(`/admin/companies/${made.id}`, { replace: true })
  }
  return (
    <form noValidate onSubmit={form.send(send)}>
      <Panel>
        <div className="flex flex-col gap-5">
          <ParentField mayTop={mayTop} start={query['parentId'] ?? null} choose={setParent} />
          {(mayTop || parent !== null) && (
            <p className="text-base text-mute md:text-sm">{t('create.tierIs', { tier: String(tier) })}</p>
          )}
          <TextField
            label={t('fields.name')}
            hint={t('create.nameHint')}
            autoComplete="off"
            {...form.field('name')}
          />
          <TextField
            label={t('fields.slug')}
            {...(found?.origin ? { hint: t('create.slugHint', { origin: found.origin }) } : {})}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...slugField}
            onChange={(event) => {
              setTyped(event.target.value !== '')
              return slugField.onChange(event)
            }}
            error={
              slugField.error ?? (slug !== '' && found?.isFree === false ? t('create.slugUsed') : undefined)
            }
          />
          <EmailField
            label={t('fields.contactEmail')}
            aside="optional"
            hint={t('create.emailHint')}
            {...form.field('contactEmail')}
            autoComplete="off"
          />
          <SelectField
            label={t('fields.timeZone')}
            options={[{ value: '', label: t('create.zoneAbove') }]}
            groups={groups}
            {...form.field('timeZone')}
          />
        </div>
      </Panel>
      <ActionBar>
        <Button
          type="submit"
          variant="primary"
          busy={form.formState.isSubmitting}
          disabled={!mayTop && parent === null}
        >
          {t('create.submit')}
        </Button>
      </ActionBar>
    </form>
  )
}

/** Creates a company: `/admin/companies/new?parentId=<id>`. */
export const NewCompanyPage = () => {
  const t = useText('companies')
  return (
    <Page>
      <PageHeader title={t('create.title')} back="/admin/companies" />
      <NewCompanyForm />
    </Page>
  )
}
