import {
  informEmailChanges,
  listEmailChanges,
  mostInformed,
} from '@cardamom/contract/identity/email-change-lists'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Check, Mails } from 'lucide-react'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { call } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useAction } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { listKey, type QueryOf, type RowOf } from '../ui/list/use-list-pages.ts'
import { queryClient } from '../kernel/query.ts'

type EmailChange = RowOf<typeof listEmailChanges>
type Results = WireOf<typeof informEmailChanges>['results']

const Chosen = createContext<{
  readonly chosen: ReadonlyMap<string, EmailChange>
  readonly choose: (rows: readonly EmailChange[]) => void
}>({ chosen: new Map(), choose: () => undefined })

/** Holds the rows that are selected in the list. */
export const ChosenChanges = ({ children }: { children: ReactNode }) => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, EmailChange>>(new Map())
  const choose = (rows: readonly EmailChange[]) => setChosen(new Map(rows.map((row) => [row.id, row])))
  return <Chosen value={{ chosen, choose }}>{children}</Chosen>
}

/** Selects a row; only rows of which nobody was informed. A press on the rest of the row opens it. */
export const ChosenCell = ({ row }: { row: EmailChange }) => {
  const t = useText('emailChanges')
  const can = useCan()
  const { chosen, choose } = useContext(Chosen)
  if (row.state !== 'not_informed' || can('users.email_change.inform') !== true) return null
  const isChosen = chosen.has(row.id)
  const others = [...chosen.values()].filter(({ id }) => id !== row.id)
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isChosen}
      aria-label={t('choose', { name: row.name })}
      onClick={() => choose(isChosen ? others : [...others, row].slice(-mostInformed))}
      className="flex size-8 items-center justify-center"
    >
      <span
        className={cx(
          'flex size-4.5 items-center justify-center rounded-xs border',
          isChosen ? 'border-brand bg-brand text-on-brand' : 'border-ctl bg-surface',
        )}
      >
        {isChosen && <Check aria-hidden size={14} strokeWidth={3} />}
      </span>
    </button>
  )
}

/** Informs of changes, and reads the list again. */
export const useInform = (onDone: (results: Results) => void) =>
  useAction(informEmailChanges, {
    onDone: ({ results }) => {
      void queryClient.invalidateQueries({ queryKey: listKey(listEmailChanges).slice(0, 2) })
      onDone(results)
    },
  })

const ResultRows = ({ results, names }: { results: Results; names: ReadonlyMap<string, string> }) => {
  const t = useText('emailChanges')
  const count = results.filter(({ outcome }) => outcome === 'informed').length
  return (
    <NoteBox
      tone={count === results.length ? 'good' : 'warn'}
      role="status"
      title={t('inform.done', { count })}
      action={
        <ul aria-label={t('inform.results')} className="max-h-48 overflow-y-auto">
          {results.map(({ id, outcome }) => (
            <li key={id} className="py-0.5 wrap-anywhere">
              {names.get(id) ?? id}: {t(`inform.outcome.${outcome}`)}
            </li>
          ))}
        </ul>
      }
    />
  )
}

/** The rows of the filter that have to be informed, the first `mostInformed`. */
const readWaiting = async (query: QueryOf<typeof listEmailChanges>): Promise<readonly EmailChange[]> => {
  const input = { ...query, state: 'not_informed', limit: mostInformed } as const
  return (await call(listEmailChanges, { input })).items
}

/** Informs the selected people, or all of the list's filter. */
export const InformBar = ({ query }: { query: QueryOf<typeof listEmailChanges> }) => {
  const t = useText('emailChanges')
  const can = useCan()
  const { chosen, choose } = useContext(Chosen)
  const [done, setDone] = useState<{ results: Results; names: ReadonlyMap<string, string> } | null>(null)
  const [isReading, setReading] = useState(false)
  const inform = useInform(() => choose([]))
  if (can('users.email_change.inform') !== true) return null
  const send = async (rows: readonly EmailChange[]) => {
    const names = new Map(
      rows.map(({ id, name, fromEmail, toEmail }) => [id, `${name} (${fromEmail}, ${toEmail})`]),
    )
    if (rows.length === 0) return setDone({ results: [], names })
    const { results } = await inform.mutateAsync({ input: { ids: rows.map(({ id }) => id) } })
    setDone({ results, names })
  }
  const sendAll = async () => {
    setReading(true)
    try {
      await send(await readWaiting(query))
    } finally {
      setReading(false)
    }
  }
  const isBusy = inform.isPending || isReading
  const isOfOthers = query.state !== undefined && query.state !== 'not_informed'
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {chosen.size > 0 ? (
          <>
            <Button
              variant="primary"
              icon={Mails}
              busy={isBusy}
              onClick={() => void send([...chosen.values()]).catch(() => undefined)}
            >
              {t('inform.chosen', { count: chosen.size })}
            </Button>
            <Button variant="ghost" disabled={isBusy} onClick={() => choose([])}>
              {t('inform.clear')}
            </Button>
          </>
        ) : (
          !isOfOthers && (
            <Button icon={Mails} busy={isBusy} onClick={() => void sendAll().catch(() => undefined)}>
              {t('inform.all', { limit: String(mostInformed) })}
            </Button>
          )
        )}
        <p className="text-mute md:text-base">{t('inform.lead')}</p>
      </div>
      {done !== null &&
        (done.results.length === 0 ? (
          <NoteBox tone="info" role="status" title={t('inform.none')} />
        ) : (
          <ResultRows {...done} />
        ))}
    </div>
  )
}
