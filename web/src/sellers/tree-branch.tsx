import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'

type TreeBranchProps = {
  readonly name: string
  readonly hasMore: boolean
  /** The person, and one line of facts below. */
  readonly title: ReactNode
  readonly facts: ReactNode
  /** What is below. It is read when the branch is opened. */
  readonly below: () => ReactNode
}

/** A row of a tree of people that opens what is below it. */
export const TreeBranch = ({ name, hasMore, title, facts, below }: TreeBranchProps) => {
  const t = useText('sellerCodes')
  const [isOpen, setOpen] = useState(false)
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <li>
      <div className="flex min-h-12 items-center gap-2 py-1">
        {hasMore ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('tree.open', { name })}
            onClick={() => setOpen(!isOpen)}
            className="flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-fill md:size-9"
          >
            <Icon aria-hidden size={18} />
          </button>
        ) : (
          <span aria-hidden className="size-11 shrink-0 md:size-9" />
        )}
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-x-2">{title}</span>
          <span className="num block text-base text-mute md:text-sm">{facts}</span>
        </span>
      </div>
      {isOpen && <div className="ml-5 border-l border-line pl-3 md:ml-4">{below()}</div>}
    </li>
  )
}
