import type { ListEndpoint } from '@cardamom/contract/list'
import { csvPieces } from '../../server/src/kernel/csv.ts'
import type { Database, Scope } from '../../server/src/kernel/database.ts'
import { listOf } from '../../server/src/kernel/list.ts'

const rowsOfPage = 3
const linesOf = async (pieces: AsyncIterable<string | Uint8Array>): Promise<string[]> => {
  const bytes: Buffer[] = []
  for await (const piece of pieces) bytes.push(Buffer.from(piece as Uint8Array))
  return Buffer.concat(bytes).toString().split('\r\n')
}

/**
 * The lines of a list's file; those that the items of its pages make, which show the same; and those of the items that a
 * file without SQL cells would have.
 */
export const linesOfList = async (
  db: Database,
  declared: ListEndpoint,
  scope: Scope,
  { query = {}, userId = '' }: { query?: Readonly<Record<string, string>>; userId?: string } = {},
) => {
  const { csv, page } = listOf(declared) ?? {}
  if (!csv || !page) throw new Error(`The list ${declared.path} has no file`)
  const facts = { userId, companyId: '', roleId: 6, sessionId: '', impersonatorId: null, scope }
  const reader = { sql: db.reader(scope), me: { ...facts, may: () => true }, now: new Date() }
  const ofPages = async function* () {
    for (let cursor: string | null | undefined = undefined; cursor !== null;) {
      const input = declared.input.parse({ ...query, limit: String(rowsOfPage), cursor }) as never
      const answer = await page(reader, input)
      if (!answer.accepted) throw new Error(answer.code)
      yield answer.value.items
      cursor = answer.value.nextCursor
    }
  }
  const text = (key: string) => key
  const input = declared.input.parse(query) as object
  const columns = { ...csv, text }
  return {
    file: await linesOf(csv.pieces(reader, input, columns)),
    pages: await linesOf(csvPieces(ofPages(), columns)),
    items: await linesOf(csvPieces(csv.pages(reader, input, rowsOfPage), columns)),
  }
}
