import { Check, ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { PermissionTag } from '@cardamom/contract/roles'
import { useRealDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { plainText } from '../../kernel/plain-text.ts'
import { moduleOf, usePermissionText, type PermissionModule } from '../../kernel/permission-text.ts'
import { Chip } from '../../ui/choice.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { HeldTag, PermissionPlan, TagAction } from './permission-plan.ts'

type Choose = (tag: PermissionTag, action: TagAction | null) => void

const tones: Record<HeldTag['source'], Tone> = {
  role: 'good',
  granted: 'good',
  denied: 'bad',
  suspended: 'warn',
  none: 'neutral',
}

const TagRow = ({
  held,
  planned,
  choose,
}: {
  held: HeldTag
  planned: TagAction | undefined
  choose: Choose
}) => {
  const t = useText('permissions')
  const date = useRealDates()
  const { tagName } = usePermissionText()
  const { tag, source, setBy, setAt, may } = held
  const name = tagName(tag)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 not-first:border-t not-first:border-line2">
      <div className="min-w-0 grow basis-40">
        <p className="font-medium md:text-base">{name}</p>
        <p className="text-base text-mute md:text-sm">
          <Status tone={tones[source]} variant="plain">
            {t(`source.${source}`)}
          </Status>
          {setBy && setAt && <> · {t('setBy', { name: setBy.name, at: date(setAt, 'day') })}</>}
        </p>
      </div>
      {may.map((action) => (
        <Chip
          key={action}
          on={planned === action}
          aria-label={`${t(`action.${action}`)}: ${name}`}
          onClick={() => choose(tag, planned === action ? null : action)}
        >
          {planned === action && <Check aria-hidden size={16} />}
          {t(`action.${action}`)}
        </Chip>
      ))}
    </li>
  )
}

type GroupProps = {
  readonly name: string
  readonly tags: readonly HeldTag[]
  readonly plan: PermissionPlan
  readonly choose: Choose
  readonly isForcedOpen: boolean
}

const Group = ({ name, tags, plan, choose, isForcedOpen }: GroupProps) => {
  const t = useText('permissions')
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen || isForcedOpen
  const Chevron = shown ? ChevronDown : ChevronRight
  const changes = tags.filter(({ tag }) => plan[tag] !== undefined).length
  const held = tags.filter(({ isHeld }) => isHeld).length
  return (
    <section className="not-first:border-t not-first:border-line2">
      <h3>
        <button
          type="button"
          aria-expanded={shown}
          onClick={() => setOpen(!shown)}
          className="flex min-h-11 w-full items-center gap-2 rounded-sm px-1 text-left font-semibold hover:bg-fill md:text-base"
        >
          <Chevron aria-hidden size={18} className="shrink-0" />
          <span className="flex min-w-0 grow flex-wrap justify-between gap-x-3">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="text-base font-normal text-mute md:text-sm">
              {changes > 0
                ? t('changes', { count: changes })
                : t('heldOf', { held: String(held), all: String(tags.length) })}
            </span>
          </span>
        </button>
      </h3>
      {shown && (
        <ul className="pb-2 pl-1 md:pl-7">
          {tags.map((held) => (
            <TagRow key={held.tag} held={held} planned={plan[held.tag]} choose={choose} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Tags by module: whether the person holds each, why, and what the reader may do. A search opens what it finds. */
export const TagGroups = ({
  tags,
  plan,
  choose,
}: {
  tags: readonly HeldTag[]
  plan: PermissionPlan
  choose: Choose
}) => {
  const t = useText('permissions')
  const { tagName, moduleName } = usePermissionText()
  const [typed, setTyped] = useState('')
  const wanted = plainText(typed.trim())
  const isFound = ({ tag }: HeldTag) =>
    plainText(`${tag} ${tagName(tag)} ${moduleName(moduleOf(tag))}`).includes(wanted)
  const byModule = new Map<PermissionModule, HeldTag[]>()
  for (const held of tags.filter(isFound)) {
    const name = moduleOf(held.tag)
    byModule.set(name, [...(byModule.get(name) ?? []), held])
  }
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={t('search')}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="text-base text-mute empty:hidden md:text-sm">
        {wanted !== '' && t('found', { count: [...byModule.values()].flat().length })}
      </p>
      <div>
        {[...byModule].map(([name, group]) => (
          <Group
            key={name}
            name={moduleName(name)}
            tags={group}
            plan={plan}
            choose={choose}
            isForcedOpen={wanted !== ''}
          />
        ))}
      </div>
    </div>
  )
}
