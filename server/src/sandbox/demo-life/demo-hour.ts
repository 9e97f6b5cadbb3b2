const daySeconds = 86_400
const hourSeconds = 3600

/** A local time of day at which a person pays. */
export type DemoHour = {
  readonly second: number
  /** Hours that the local clocks are ahead of UTC. */
  readonly hoursEast: number
}

/** The last time that the local clocks showed this hour: now at the latest, and less than a day ago. */
export const lastTime = (now: Date, { second, hoursEast }: DemoHour): Date => {
  const seconds = Math.floor(now.getTime() / 1000)
  const since = (seconds + hoursEast * hourSeconds - second) % daySeconds
  return new Date((seconds - ((since + daySeconds) % daySeconds)) * 1000)
}

/** A random time between two full hours. */
export const hourBetween = (
  { hours: [from, before], hoursEast }: { hours: readonly [number, number]; hoursEast: number },
  chance: (below: number) => number,
): DemoHour => ({ second: from * hourSeconds + chance((before - from) * hourSeconds), hoursEast })
