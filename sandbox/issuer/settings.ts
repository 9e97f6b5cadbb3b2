import { readSetting, writeSetting, type Desk } from './desk.ts'
import { fieldsOf } from './fields.ts'

const defaults = {
  historyLagMs: 0,
  historyPendingMs: 0,
  balanceLagMs: 0,
  refundAddsToAllocation: false,
  requestsPerSecond: 1000,
  premium: true,
  readOnly: false,
  filesGenerating: false,
}

/** Switches of the control plane, as README "Settings" lists them. */
export type Switches = typeof defaults

type Name = keyof Switches

const names = Object.keys(defaults) as readonly Name[]
const stored = (name: Name) => `switch:${name}`

/** The current value of the switch. */
export const switchOf = <N extends Name>(desk: Desk, name: N): Switches[N] => {
  const text = readSetting(desk.db, stored(name))
  return text === undefined ? defaults[name] : (JSON.parse(text) as Switches[N])
}

export const allSwitches = (desk: Desk) =>
  Object.fromEntries(names.map((name) => [name, switchOf(desk, name)]))

const yearMs = 31_536_000_000

/** Sets the switches that a body names; the others do not change. */
export const setSwitches = (desk: Desk, body: unknown): void =>
  desk.db.whole(() => {
    const fields = fieldsOf(body)
    for (const name of names) {
      const value =
        typeof defaults[name] === 'boolean' ? fields.flag(name) : fields.number(name, { from: 0, to: yearMs })
      if (value !== undefined) writeSetting(desk.db, stored(name), JSON.stringify(value))
    }
  })
