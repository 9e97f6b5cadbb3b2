import { isFinal, statesOf, transitionsOf } from '../server/src/kernel/states.ts'
import type { AnyTransitions, EventOf } from '../server/src/kernel/states.ts'

/** Formats a name of the code. */
const code = (word: string) => `\`${word}\``
/** Formats names of the code. */
export const list = (names: readonly string[]) => names.map(code).join(', ')

type StateSection<Table extends AnyTransitions> = {
  readonly title: string
  /** The file of the table. */
  readonly source: string
  readonly table: Table
  /** What each event means: an event without a meaning does not compile. */
  readonly meanings: Readonly<Record<EventOf<Table>, string>>
  /** Facts that the table itself cannot show. */
  readonly notes: readonly string[]
}

const initialNote = ({ column, initial, waiting }: AnyTransitions) => {
  const of = column === 'status' ? '' : `The states are in the column ${code(column)}. `
  const first = `${of}A row starts in ${list(initial)}.`
  return waiting === null ? first : `${first} During a call to an outside service it is ${code(waiting)}.`
}

/** The section of one table. */
export const section = <Table extends AnyTransitions>({
  title,
  source,
  table,
  meanings,
  notes,
}: StateSection<Table>) => {
  const final = statesOf(table).filter((state) => isFinal(table, state))
  return [
    `## ${title}`,
    '',
    `Table: [\`${source}\`](../${source})`,
    '',
    '| from | event | to | when |',
    '| --- | --- | --- | --- |',
    ...transitionsOf(table).map(
      ({ from, event, to }) => `| ${code(from)} | ${code(event)} | ${code(to)} | ${meanings[event]} |`,
    ),
    '',
    `- ${initialNote(table)}`,
    ...(final.length === 0 ? [] : [`- Final: ${list(final)}.`]),
    ...notes.map((note) => `- ${note}`),
  ].join('\n')
}
