let zone: string | null = null

/** The browser's time zone by its IANA name. Asking takes a while, so it is asked once. */
export const browserZone = (): string => {
  zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone
}
