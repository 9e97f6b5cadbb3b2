import { todayIn } from '@cardamom/contract/dates'
import type { InputOf } from '@cardamom/contract/endpoint'
import type { CountsEndpoint, CsvEndpoint, ListEndpoint } from '@cardamom/contract/list'
import { accepted, refused } from './answer.ts'
import { createDownloadAddress } from './download-address.ts'
import type { FileFacts, FileOut } from './downloads.ts'
import { chosenColumns } from './list-columns.ts'
import type { List } from './list.ts'
import type { Kernel } from './module.ts'

/** Makes the CSV of a list: exactly the rows of the filter, in its order (api §8). */
export const csvFileOf =
  <L extends ListEndpoint>({ messageOf }: Pick<Kernel, 'messageOf'>, { csv, declared }: List<L>) =>
  async ({ sql, me, scope, input, lang, now }: FileFacts<object>) => {
    if (!csv) throw new Error(`The list ${declared.path} has no columns for its file`)
    const reader = { sql, me: { ...me, scope }, now }
    const texts = new Map<string, string>()
    /** A file shows few texts, each in many rows. */
    const text = (key: string) => {
      const known = texts.get(key) ?? messageOf(lang, key)
      texts.set(key, known)
      return known
    }
    const fileName = text(`${csv.texts}.fileName`)
    const columns = chosenColumns(csv.columns, input)
    if (columns === null) throw new Error(`The file of ${declared.path} has no such columns`)
    const file: FileOut = {
      name: `${fileName}-${todayIn(await csv.timeZone(reader), now)}.csv`,
      type: 'text/csv; charset=utf-8',
      pieces: csv.pieces(reader, input, { columns, text }),
    }
    return accepted(file)
  }

/** Mounts the call that creates the one-time address of a list's CSV, and its file. */
export const mountCsv = <L extends ListEndpoint & { csv: CsvEndpoint }>(
  kernel: Kernel,
  list: List<L>,
): void => {
  const { csv: call } = list.declared as { csv: CsvEndpoint }
  kernel.downloads.addChecked({ ...call, make: csvFileOf(kernel, list) })
  kernel.mount(call, async ({ sql, me, lang, request, input }) => {
    if (list.csv && chosenColumns(list.csv.columns, input) === null)
      return refused('validation', { data: { errors: { columns: ['invalid'] } } })
    // The query as it was sent: it is parsed again when the file is fetched.
    const query = request.body as object
    return accepted(await createDownloadAddress(sql, kernel, { me, call: call.path, query, lang }))
  })
}

/** Mounts the call that counts the rows of a list's tabs. */
export const mountCounts = <L extends ListEndpoint & { counts: CountsEndpoint }>(
  { mount }: Pick<Kernel, 'mount'>,
  list: List<L>,
): void => {
  const call: CountsEndpoint = list.declared.counts
  mount(call, async ({ sql, me, now, input }) =>
    accepted({ counts: await list.counts({ sql, me, now }, input) }),
  )
}

/** A list that answers only its page. A module mounts a list with `extra` or with an outside call by itself. */
type PlainList = ListEndpoint & { readonly effect: 'read'; readonly list: { readonly extra?: never } }

/** Mounts the calls of a list: its pages, and the counts of its tabs and its CSV file if it declares them. */
export const mountList = <L extends PlainList>(kernel: Kernel, list: List<L>): void => {
  kernel.mount<PlainList>(list.declared, (call) => list.page(call, call.input as InputOf<L>))
  if (list.declared.counts)
    mountCounts(kernel, list as unknown as List<ListEndpoint & { counts: CountsEndpoint }>)
  if (list.declared.csv) mountCsv(kernel, list as unknown as List<ListEndpoint & { csv: CsvEndpoint }>)
}
