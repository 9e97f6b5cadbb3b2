import { Minus, Plus } from 'lucide-react'
import { useText } from '../../kernel/i18n.tsx'
import { usePermissionText } from '../../kernel/permission-text.ts'
import { KvRow, KvRows } from '../../ui/kv-rows.tsx'
import { Panel } from '../../ui/panel.tsx'
import { isHeldAfter, isSameScope, isView, type DataScope, type PermissionPlan } from './permission-plan.ts'
import type { AdminRecord } from './use-admin-rights.ts'

const useScopeText = () => {
  const t = useText('permissions')
  return ({ kind, companies }: DataScope): string =>
    kind === 'listed'
      ? companies.map(({ name }) => name).join(', ') || t('scope.none')
      : t(`dataScope.${kind}`)
}

const Sees = ({ admin, scope }: { admin: AdminRecord; scope: DataScope | null }) => {
  const t = useText('permissions')
  const admins = useText('admins')
  const scopeText = useScopeText()
  const { dataScope, companiesSeen } = admin
  if (dataScope === null || scope === null)
    return companiesSeen === null
      ? admins('details.seesAll')
      : admins('details.seesSome', { count: companiesSeen })
  if (isSameScope(dataScope, scope)) return scopeText(scope)
  return t('fromTo', { before: scopeText(dataScope), after: scopeText(scope) })
}

const TagList = ({ title, tags }: { title: string; tags: readonly string[] }) => {
  const t = useText('permissions')
  const { tagName } = usePermissionText()
  return (
    <details className="border-t border-line2 pt-1">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 font-medium md:min-h-9 md:text-base">
        {title}
        <span className="num text-mute">{tags.length}</span>
      </summary>
      <ul className="flex list-disc flex-col gap-1 pb-2 pl-5 md:text-base">
        {tags.length === 0 ? <li>{t('nothing')}</li> : tags.map((tag) => <li key={tag}>{tagName(tag)}</li>)}
      </ul>
    </details>
  )
}

const Differences = ({ added, removed }: { added: readonly string[]; removed: readonly string[] }) => {
  const t = useText('permissions')
  const { tagName } = usePermissionText()
  const lines = [
    ...added.map((tag) => ({ tag, Icon: Plus, word: t('added'), tone: 'text-good' })),
    ...removed.map((tag) => ({ tag, Icon: Minus, word: t('removed'), tone: 'text-bad' })),
  ]
  return (
    <ul aria-live="polite" className="flex flex-col gap-1 empty:hidden md:text-base">
      {lines.map(({ tag, Icon, word, tone }) => (
        <li key={tag} className={`flex items-start gap-2 ${tone}`}>
          <Icon aria-hidden size={18} className="mt-0.5 shrink-0" />
          <span>
            <span className="sr-only">{word}: </span>
            {tagName(tag)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What the person sees and can do, now and after the planned change. */
export const PermissionSummary = ({
  admin,
  plan,
  scope,
}: {
  admin: AdminRecord
  plan: PermissionPlan
  scope: DataScope | null
}) => {
  const t = useText('permissions')
  const { tags, roleId } = admin
  const before = tags.flatMap(({ tag, isHeld }) => (isHeld ? [tag] : []))
  const after = tags.flatMap((held) => (isHeldAfter(held, plan, roleId) ? [held.tag] : []))
  const added = after.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => !after.includes(tag))
  const counts = { before: String(before.length), after: String(after.length) }
  const isChanged = added.length + removed.length > 0
  return (
    <Panel title={t('summary.title')}>
      <div className="flex flex-col gap-3">
        <KvRows>
          <KvRow name={t('summary.sees')}>
            <Sees admin={admin} scope={scope} />
          </KvRow>
          <KvRow name={t('summary.permissions')}>{isChanged ? t('fromTo', counts) : counts.after}</KvRow>
        </KvRows>
        <Differences added={added} removed={removed} />
        <div>
          <TagList title={t('summary.canSee')} tags={after.filter(isView)} />
          <TagList title={t('summary.canDo')} tags={after.filter((tag) => !isView(tag))} />
        </div>
      </div>
    </Panel>
  )
}
