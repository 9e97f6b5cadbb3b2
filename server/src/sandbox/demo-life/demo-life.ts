import { after } from '../../kernel/clock.ts'
import { wholeInstallation } from '../../kernel/scopes.ts'
import type { Kernel } from '../../kernel/module.ts'
import { houseId } from '../../companies/company.ts'
import { createClockMover } from '../clock-mover.ts'
import { demoPeople } from '../demo-cast.ts'
import { createDemoData, demoAddress } from '../demo-data.ts'
import { createEmbeddedControls } from '../embedded-controls.ts'
import { createDemoActions } from './demo-actions.ts'
import { demoScript, type DemoEvent } from './demo-script.ts'

const dayMs = 86_400_000
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

/** People who join during the demo's history. */
export const joiningLater: ReadonlySet<string> = new Set(
  script.flatMap(({ who, action }) => (action.kind === 'join' ? [people.get(who)?.email ?? ''] : [])),
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

  const live = async () => {
    const start = await startOfLife()
    const from = clock.now()
    const timed = script.map((event) => ({ event, at: timeOf(start, event) }))
    for (const { event, at } of timed.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
      if (at < from || at >= clock.realNow()) continue
      const person = people.get(event.who)
      if (!person) throw new Error(`The demo has no person ${event.who}`)
      if (at > clock.now()) await mover.advanceTo(at)
      await actions.perform(person, event)
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
