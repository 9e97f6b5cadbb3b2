import { changePermissions } from '@cardamom/contract/access/admins'
import { countApprovals, getApproval, listApprovals } from '@cardamom/contract/approvals'
import type { PermissionTag } from '@cardamom/contract/roles'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { guardUnsaved } from '../../kernel/unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { useContractForm } from '../../ui/form.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { asideColumns, Stack } from '../../ui/page-parts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import {
  isSameScope,
  possiblePart,
  tagsOfPlan,
  type DataScope,
  type PermissionPlan,
  type TagAction,
} from './permission-plan.ts'
import { PermissionSummary } from './permission-summary.tsx'
import { ScopeField } from './scope-field.tsx'
import { TagGroups } from './tag-groups.tsx'
import { useAdminRights, type AdminRecord } from './use-admin-rights.ts'

const schema = async () => (await import('./permission-reason.ts')).reasonRule

/** Confirms before a plan is lost by leaving the page. */
const useGuardedPlan = (hasPlan: boolean, discard: () => void) => {
  const latest = useRef({ hasPlan, discard })
  useEffect(() => {
    latest.current = { hasPlan, discard }
  })
  useEffect(
    () =>
      guardUnsaved({
        isWithin: (part) => latest.current.hasPlan && part.contains(document.getElementById('main')),
        discard: () => latest.current.discard(),
      }),
    [],
  )
}

/** What the reader chose; what became impossible meanwhile is left out. */
const usePlan = (admin: AdminRecord) => {
  const [chosen, setChosen] = useState<PermissionPlan>({})
  const [wanted, setWanted] = useState<DataScope | null>(null)
  const [start, setStart] = useState(admin.version)
  const plan = possiblePart(admin.tags, chosen)
  const scope = wanted ?? admin.dataScope
  const isScopeChanged = wanted !== null && admin.dataScope !== null && !isSameScope(wanted, admin.dataScope)
  const tags = Object.keys(plan).length
  const clear = () => {
    setChosen({})
    setWanted(null)
  }
  useGuardedPlan(tags > 0 || isScopeChanged, clear)
  const choose = (tag: PermissionTag, action: TagAction | null) => {
    if (tags === 0 && !isScopeChanged) setStart(admin.version)
    const { [tag]: _former, ...others } = plan
    setChosen(action === null ? others : { ...others, [tag]: action })
  }
  return {
    plan,
    scope,
    choose,
    setScope: setWanted,
    clear,
    sentScope: isScopeChanged ? wanted : null,
    changes: tags + (isScopeChanged ? 1 : 0),
    isOutdated: (Object.keys(chosen).length > 0 || isScopeChanged) && start !== admin.version,
  }
}

const SendForm = ({ admin, planned }: { admin: AdminRecord; planned: ReturnType<typeof usePlan> }) => {
  const t = useText('permissions')
  const { plan, sentScope, changes, clear } = planned
  const send = useAction(changePermissions, {
    changes: [listApprovals, countApprovals, getApproval],
    errors: 'fields',
    onDone: () => toastSuccess(t('sent')),
  })
  const form = useContractForm({ schema, defaultValues: { reason: '' } })
  const isIncomplete = sentScope?.kind === 'listed' && sentScope.companies.length === 0
  const submit = async ({ reason }: { reason: string }) => {
    const scope = sentScope && {
      kind: sentScope.kind,
      companyIds: sentScope.kind === 'listed' ? sentScope.companies.map(({ id }) => id) : [],
    }
    const input = { ...tagsOfPlan(plan), ...(scope ? { scope } : {}), reason }
    await send.mutateAsync({ params: { id: admin.id }, input })
    clear()
    form.reset()
    // The request that waits is shown at the top.
    window.scrollTo({ top: 0 })
  }
  return (
    <Panel title={t('send.title')}>
      <form noValidate onSubmit={form.send(submit)} className="flex flex-col gap-4">
        <p aria-live="polite" className="text-mute md:text-base">
          {changes === 0 ? t('send.none') : t('send.changes', { count: changes })}
        </p>
        <TextArea label={t('send.reason')} rows={3} maxLength={500} {...form.field('reason')} />
        {isIncomplete && <NoteBox tone="warn" role="status" title={t('scope.none')} />}
        <Button
          type="submit"
          variant="primary"
          fullWidth
          disabled={changes === 0 || isIncomplete}
          busy={form.formState.isSubmitting}
        >
          {t('send.action')}
        </Button>
        {changes > 0 && (
          <Button variant="ghost" fullWidth onClick={clear}>
            {t('send.discard')}
          </Button>
        )}
      </form>
    </Panel>
  )
}

/** The tags of a person, whose data they see, and a change of both that a second person approves. */
export const PermissionEditor = ({ admin }: { admin: AdminRecord }) => {
  const t = useText('permissions')
  const { mayGrant } = useAdminRights(admin)
  const planned = usePlan(admin)
  const { plan, scope, choose, setScope, isOutdated } = planned
  return (
    <div className={asideColumns}>
      <Stack className="min-w-0">
        {!mayGrant && <NoteBox tone="neutral" title={t('readOnly')} />}
        {isOutdated && (
          <NoteBox tone="warn" role="alert" title={t('changed.title')}>
            {t('changed.body')}
          </NoteBox>
        )}
        {mayGrant && scope !== null && (
          <Panel title={t('scope.panel')}>
            <ScopeField roleId={admin.roleId} scope={scope} choose={setScope} />
          </Panel>
        )}
        <Panel title={t('title')}>
          <TagGroups tags={admin.tags} plan={plan} choose={choose} />
        </Panel>
      </Stack>
      {/* The form that sends stays beside a long list. */}
      <Stack className="min-w-0 lg:sticky lg:top-[calc(var(--ribbon)+4.5rem)]">
        <PermissionSummary admin={admin} plan={plan} scope={scope} />
        {mayGrant && <SendForm admin={admin} planned={planned} />}
      </Stack>
    </div>
  )
}
