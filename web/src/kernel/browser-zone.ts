let zone: string | null = null

/** The browser's time zone by its IANA name. Asking takes a while, so it is asked once. */
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
 * The zone that a person chose, if this browser can tell times in it: an older one does not know a new zone, and what is
 * stored can be edited. Null: the browser's own is used.
 */
export const chosenZone = (name: string | null | undefined): string | null => {
  if (typeof name !== 'string') return null
  const isKnown = known.get(name) ?? canTell(name)
  known.set(name, isKnown)
  return isKnown ? name : null
}
