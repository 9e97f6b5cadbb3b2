let zone: string | null = null

/** IANA name of the browser's time zone. Reading it is slow, so it is read once. */
export const browserZone = (): string => {
  zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone
}

const known = new Map<string, boolean>()
const canTell = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * The chosen zone, if this browser supports it: an older browser may not know a new zone, and stored values
 * can be edited. Null: the browser's own zone is used.
 */
export const chosenZone = (name: string | null | undefined): string | null => {
  if (typeof name !== 'string') return null
  const isKnown = known.get(name) ?? canTell(name)
  known.set(name, isKnown)
  return isKnown ? name : null
}
