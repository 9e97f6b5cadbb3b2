const daySeconds = 86_400
const hourSeconds = 3600

/** A local time of day at which a person pays. */
export type DemoHour = {
  readonly second: number
  /** Hours that the local clocks are ahead of UTC. */
  readonly hoursEast: number
}

/** The last time that the local clocks showed this hour: now at the latest, and less than a day ago. */
const lastTime = (seconds: number, { second, hoursEast }: DemoHour): number => {
  const since = (seconds + hoursEast * hourSeconds - second) % daySeconds
  return seconds - ((since + daySeconds) % daySeconds)
}

/**
 * The last time that the local clocks showed this hour, but never before the start of the UTC day of now: the
 * issuer's balance of that time has been read already.
 */
export const timeOfToday = (now: Date, hour: DemoHour): Date => {
  const seconds = Math.floor(now.getTime() / 1000)
  return new Date(Math.max(lastTime(seconds, hour), seconds - (seconds % daySeconds)) * 1000)
}

/** A random time between two full hours. */
export const hourBetween = (
  { hours: [from, before], hoursEast }: { hours: readonly [number, number]; hoursEast: number },
  chance: (below: number) => number,
): DemoHour => ({ second: from * hourSeconds + chance((before - from) * hourSeconds), hoursEast })
