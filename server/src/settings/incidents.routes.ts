import {
  createIncident,
  endIncident,
  listIncidents,
  readShownIncidents,
} from '@cardamom/contract/settings/incidents'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { textOf, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { isFor, stateOf } from './incident.ts'
import {
  endIncidentRow,
  findIncident,
  insertIncident,
  lockIncident,
  readIncidents,
  readOpenIncidents,
} from './incidents.sql.ts'

type Needs = {
  readonly readNames: (sql: Queries, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

const namesOf = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : '')

export const incidentStepUps = {
  'POST /incidents': ({ input }) =>
    Promise.resolve({
      incidentKind: textOf(input['kind']),
      incidentText: textOf(input['en']),
      closedAreas: namesOf(input['closes']),
    }),
  'POST /incidents/:id/end': async ({ sql, params }) => ({
    incidentText: (await findIncident(sql, textOf(params['id'])))?.en ?? '',
  }),
} satisfies Partial<StepUpDescribers>

/** Open pages of everybody read their banners again. */
const changed = (entityId: string) =>
  ({ type: 'incident.changed', entityId, companyId: null, userId: null }) as const

const turnJob = 'settings.incident_turn'

/** Banners of incidents and maintenance: those that a caller sees, and their administration. */
export const mountIncidents = ({ mount, ids, jobs }: Kernel, { readNames }: Needs): void => {
  // A banner begins and ends by its time alone; open pages learn it from this event.
  jobs.handle(turnJob, async ({ payload }, { write }) => {
    const { id } = payload as { id: string }
    await write(async (tx) => tx.emit(changed(id)))
  })

  mount(readShownIncidents, async ({ sql, principal, now, lang }) => {
    const open = await readOpenIncidents(sql, now)
    const shown = open.filter((each) => stateOf(each, now) === 'current' && isFor(each, principal))
    return accepted({
      items: shown.map(({ id, kind, until, [lang]: text }) => ({ id, kind, text, until })),
    })
  })

  mount(listIncidents, async ({ sql, now }) => {
    const found = await readIncidents(sql)
    const people = found.flatMap(({ createdBy, endedBy }) => (endedBy ? [createdBy, endedBy] : [createdBy]))
    const names = await readNames(sql, people)
    return accepted({
      items: found.map(({ createdBy, endedBy, closes, ...each }) => ({
        ...each,
        closes: [...closes],
        state: stateOf(each, now),
        createdByName: names.get(createdBy) ?? null,
        endedByName: endedBy === null ? null : (names.get(endedBy) ?? null),
      })),
    })
  })

  mount(createIncident, async ({ me, sql, now, input, recordChange, emit, enqueue }) => {
    // A start that passed while the administrator confirmed is now.
    const from = input.from !== undefined && input.from > now ? input.from : now
    const until = input.until ?? null
    if (until !== null && until <= from) {
      return refused('validation', { data: { errors: { until: ['incident_end_past'] } } })
    }
    const id = ids.next()
    const { kind, readers, closes, en, es } = input
    await insertIncident(sql, {
      id,
      kind,
      readers,
      closes,
      en,
      es,
      from,
      until,
      createdAt: now,
      createdBy: me.userId,
    })
    const after = { kind, readers, closes: closes.join(', '), en, es, validFrom: from, until }
    recordChange({ entity: 'incident', entityId: id, companyId: null, before: null, after })
    emit(changed(id))
    for (const dueAt of [from, until])
      if (dueAt !== null && dueAt > now) enqueue({ name: turnJob, payload: { id }, dueAt })
    return accepted({ id })
  })

  mount(
    endIncident,
    async ({ me, sql, now, params: { id }, recordChange, emit }) => {
      const found = await lockIncident(sql, id)
      if (found === null) return refused('record_not_found')
      if (stateOf(found, now) === 'past') return refused('incident_over')
      await endIncidentRow(sql, { id, at: now, by: me.userId })
      recordChange({
        entity: 'incident',
        entityId: id,
        companyId: null,
        before: { endedAt: null },
        after: { endedAt: now },
      })
      emit(changed(id))
      return accepted({ id })
    },
    async ({ sql, params }) => ((await findIncident(sql, params.id)) ? null : 'record_not_found'),
  )
}
