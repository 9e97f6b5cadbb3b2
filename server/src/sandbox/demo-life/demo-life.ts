import { after } from '../../kernel/clock.ts'
import { wholeInstallation } from '../../kernel/scopes.ts'
import type { Kernel } from '../../kernel/module.ts'
import { houseId } from '../../companies/company.ts'
import { isBusinessDay, type BusinessCalendar } from '../../calendar/business-time.ts'
import { readBusinessCalendar } from '../../calendar/business-calendar.sql.ts'
import { createClockMover } from '../clock-mover.ts'
import { demoPeople } from '../demo-cast.ts'
import { createDemoData, demoAddress } from '../demo-data.ts'
import { createEmbeddedControls } from '../embedded-controls.ts'
import { createDemoActions } from './demo-actions.ts'
import { demoScript, type DemoEvent } from './demo-script.ts'
import { createPartnerActions } from './partner-actions.ts'
import { isPartnerAction, type PartnerEvent } from './partner-action.ts'
import { partnerScript } from './partner-script.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The clock stops here on a UTC day with purchases, early enough that they are made before the day ends. */
const purchasesBeforeEndMs = 600_000
/** No person watches this history. Due jobs run once a day, and before each event of the script. */
const pace = { strideMs: dayMs, serviceStrideMs: dayMs }
/** The port is open meanwhile, so a caller may occupy the product for half a minute. */
const tries = 8

const people = new Map(demoPeople.map((person) => [person.email.split('@')[0] ?? '', person]))
const script = demoScript()

/** When an event is made, for a history that began at `start`. */
const timeOf = (start: Date, { day, hour }: DemoEvent): Date => {
  const at = after(start, day * dayMs)
  if (!hour) return at
  const restMs = dayMs - (at.getTime() % dayMs)
  return after(at, restMs - purchasesBeforeEndMs)
}

/** When an event is made that counts business days, for a history that began at `start`. */
export const businessTimeOf = (
  start: Date,
  { at: [day, hour] }: PartnerEvent,
  calendar: BusinessCalendar,
): Date => {
  let atMs = Math.ceil(start.getTime() / dayMs) * dayMs
  for (let left = day; left > 0 || !isBusinessDay(new Date(atMs), calendar); atMs += dayMs)
    if (isBusinessDay(new Date(atMs), calendar)) left -= 1
  return new Date(atMs + Math.round(hour * hourMs))
}

/** People who join during the demo's history. */
export const joiningLater: ReadonlySet<string> = new Set(
  [...script, ...partnerScript].flatMap(({ who, action }) =>
    action.kind === 'join' ? [people.get(who)?.email ?? ''] : [],
  ),
)

/**
 * Four months of history of the demo's people. They join, load, spend and are declined, by the product's own
 * calls and the embedded services, each at its own business time. It needs a clock that a first start set
 * back, and ends when business time is real time again. After an interruption the next start continues.
 */
export const createDemoLife = (kernel: Kernel, servicesJson: string) => {
  const { app, db, clock, jobs, log } = kernel
  const controls = createEmbeddedControls(servicesJson)
  const mover = createClockMover({ db, clock, jobs, advanceClocks: controls.advanceClocks, pace, tries })
  const { makePerson } = createDemoData(kernel)
  const actions = createDemoActions({ app, db, clock, controls, mover, makePerson, addressOf: demoAddress })
  const partners = createPartnerActions(kernel, { controls, actions })

  const startOfLife = () =>
    db.write(wholeInstallation, async (sql) => {
      await sql
        .insertInto('demoRecord')
        .values({ kind: 'life', rowId: houseId, madeAt: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const lives = sql.selectFrom('demoRecord').select('madeAt').where('kind', '=', 'life')
      return (await lives.executeTakeFirstOrThrow()).madeAt
    })

  const perform = async (event: DemoEvent | PartnerEvent): Promise<void> => {
    const { who, action, key } = event
    if (isPartnerAction(action)) return void (await partners.perform(who, action))
    const person = people.get(who)
    if (!person) throw new Error(`The demo has no person ${who}`)
    await actions.perform(person, {
      action,
      ...(key ? { key } : {}),
      ...('hour' in event ? { hour: event.hour } : {}),
    })
  }

  const live = async () => {
    const start = await startOfLife()
    const from = clock.now()
    const calendar = await db.read(wholeInstallation, readBusinessCalendar)
    const timed = [
      ...script.map((event) => ({ event, at: timeOf(start, event) })),
      ...partnerScript.map((event) => ({ event, at: businessTimeOf(start, event, calendar) })),
    ]
    for (const { event, at } of timed.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
      if (at < from || at >= clock.realNow()) continue
      if (at > clock.now()) await mover.advanceTo(at)
      await perform(event)
    }
  }
  return {
    /** Whether the clock was set back and has not reached real time since. */
    isDue: (): boolean => clock.offsetMs() < 0,
    run: async (): Promise<void> => {
      try {
        await live()
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        log.error(`The demo's history stopped early (${why}): the product is complete without it`, error)
      }
      try {
        await mover.advanceTo(clock.realNow())
        await mover.meetRealTime()
      } catch (error) {
        log.error(
          "Business time is still behind real time: the next start continues the demo's history",
          error,
        )
      }
    },
  }
}
