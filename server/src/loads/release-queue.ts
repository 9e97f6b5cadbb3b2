import type { Work } from '../kernel/jobs.ts'

/**
 * `stuck`: its card is not at the issuer, or its credit is already booked, which only a person can solve. `kyc_hold`: the person's
 * verification was withdrawn, by the provider or by an administrator, so their loads wait (domain §10). `card_paused`: its
 * card may soon be loaded again. `over_emergency`: the rest of its card's maximum emergency load is too small today. The
 * other loads continue in all these cases.
 */
export type StartOutcome = 'started' | 'no_float' | 'stuck' | 'kyc_hold' | 'card_paused' | 'over_emergency'

/** Money that waits for its release to a card. */
export type Release = {
  readonly id: string
  /** Since when it waits; the first in is the first out. */
  readonly since: Date
  readonly start: () => Promise<StartOutcome>
}

type PageOf = {
  readonly speed: 'regular' | 'immediate'
  readonly now: Date
  readonly after: { readonly id: string } | null
}

/** Reads a page of what waits, oldest first, after another one; an empty page is the end. */
export type ReleaseSource = (work: Work, of: PageOf) => Promise<readonly Release[]>

/** Returns what waits in several sources one by one, the oldest of all first. Each source is in its own order. */
export const createReleaseQueue = (
  sources: readonly ReleaseSource[],
  { work, ...of }: Omit<PageOf, 'after'> & { readonly work: Work },
): (() => Promise<Release | null>) => {
  const readers = sources.map((source) => {
    let page: readonly Release[] = []
    let last: Release | null = null
    let isEnded = false
    return {
      head: async (): Promise<Release | null> => {
        if (page.length === 0 && !isEnded) {
          page = await source(work, { ...of, after: last })
          isEnded = page.length === 0
        }
        return page[0] ?? null
      },
      shift: () => {
        last = page[0] ?? last
        page = page.slice(1)
      },
    }
  })
  return async () => {
    const heads: { release: Release; shift: () => void }[] = []
    for (const { head, shift } of readers) {
      const release = await head()
      if (release) heads.push({ release, shift })
    }
    const [oldest] = heads.toSorted(
      (one, other) => one.release.since.getTime() - other.release.since.getTime(),
    )
    oldest?.shift()
    return oldest?.release ?? null
  }
}
