const longest = 30
const shortest = 3
/** Slugs that would be read as another host of the platform, or as the platform itself. */
const reserved: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'app',
  'assets',
  'cardamom',
  'localhost',
  'mail',
  'operator',
  'platform',
  'static',
  'status',
  'support',
  'www',
])

/** Whether no company may have this slug. */
export const isReserved = (slug: string): boolean => reserved.has(slug)

/** The slug of a name: its letters without accents, its digits, and hyphens. Empty: it has none of them. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, longest - 3)
    .replace(/-+$/, '')

/** Slugs to propose for a name, the best first. */
export const slugsFor = (name: string): string[] => {
  const base = slugOf(name)
  if (base === '') return []
  const first = base.length >= shortest ? [base] : []
  const numbered = Array.from({ length: 20 }, (_, at) => `${base}-${at + 2}`)
  return [...first, ...numbered].filter((slug) => slug.length >= shortest && !isReserved(slug))
}
