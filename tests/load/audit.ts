import { createAudit, type Audit } from '../../server/src/audit/audit.sql.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { Kernel } from '../../server/src/kernel/module.ts'
import type { Queries } from '../../server/src/kernel/queries.ts'
import { changeOf, type RecordedChange } from '../../server/src/kernel/recorded-change.ts'
import { withProcessorTime } from './processor-time.ts'
import { middle, rounded, say, startMeasuredProduct, type MeasuredPerson } from './measured-product.ts'

/**
 * What an audit row adds to a call that changes one record: the same change of a person in transactions of their own,
 * without a row, with a row, with the change before and after, and with a personal value in it. The kinds take turns, and
 * processor time is compared.
 */

const rounds = Number(process.env['LOAD_ROUNDS'] ?? 7)
const perRound = 200
const atOnce = 8
const kinds = ['without', 'row', 'change', 'personal'] as const
type Kind = (typeof kinds)[number]

const changesOf = (kind: Kind, { userId, companyId }: MeasuredPerson, turn: number): RecordedChange[] => {
  if (kind !== 'change' && kind !== 'personal') return []
  const change = changeOf({
    entity: 'user',
    entityId: userId,
    companyId,
    userId,
    before: { city: `Lima ${turn}`, locale: 'en' },
    after: { city: `Lima ${turn + 1}`, locale: 'es' },
    ...(kind === 'personal' ? { personal: ['city'] } : {}),
  })
  return change ? [change] : []
}

const changePerson = (
  { db, ids }: Kernel,
  audit: Audit,
  { kind, person, turn }: { kind: Kind; person: MeasuredPerson; turn: number },
): Promise<void> =>
  db.write(allTenants, async (sql: Queries) => {
    const changed = sql.updateTable('appUser').set({ city: `Lima ${turn}` })
    await changed.where('id', '=', person.userId).execute()
    if (kind === 'without') return
    const entry = {
      principal: { kind: 'job', name: 'load' } as const,
      companyId: person.companyId,
      action: 'PATCH /me',
      objectId: person.userId,
      outcome: 'done',
      requestId: ids.next(),
      address: '10.0.0.1',
      device: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
    }
    await audit.insertAudit(sql, entry, {}, changesOf(kind, person, turn))
  })

const runOf = async (
  kernel: Kernel,
  audit: Audit,
  { kind, people }: { kind: Kind; people: readonly MeasuredPerson[] },
): Promise<{ calls: number }> => {
  await Promise.all(
    people.map(async (person) => {
      for (let turn = 0; turn < perRound; turn += 1) await changePerson(kernel, audit, { kind, person, turn })
    }),
  )
  return { calls: perRound * people.length }
}

export const run = async (): Promise<object> => {
  const product = await startMeasuredProduct()
  try {
    const { kernel, databasePid } = product
    const audit = createAudit(kernel)
    const people: MeasuredPerson[] = []
    for (let index = 0; index < atOnce; index += 1) people.push(await product.signIn(2))
    const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]))
    for (let round = 0; round <= rounds; round += 1) {
      for (const kind of kinds) {
        const used = await withProcessorTime([databasePid], () => runOf(kernel, audit, { kind, people }))
        say(`${kind}: server ${used.serverUs} µs, database ${used.databaseUs} µs`)
        if (round > 0) times.get(kind)?.push(used.serverUs + used.databaseUs)
      }
    }
    const medianUs = (kind: Kind) => middle(times.get(kind) ?? [])
    const ratio = (kind: Kind) => rounded(medianUs(kind) / medianUs('without'))
    const ratios = { row: ratio('row'), change: ratio('change'), personal: ratio('personal') }
    return { name: 'audit', withoutUs: medianUs('without'), ratios }
  } finally {
    await product.stop()
  }
}
