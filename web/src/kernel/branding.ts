import { useSyncExternalStore } from 'react'
import { call } from './api.ts'
import { showBrandIcon } from './brand-icon.ts'
import { pageFact } from './page-facts.ts'
import { store } from './signal.ts'
import { getCompanyBranding, getConfig } from '@cardamom/contract/companies'
import { setBrand } from './theme.ts'
import type { WireOf } from '@cardamom/contract/endpoint'

/** The company of this host: its name, branding and time zone (domain §1). */
export type Branding = WireOf<typeof getCompanyBranding>
/** Facts of the server about itself: mode, version, the sandbox's pages. */
export type Config = WireOf<typeof getConfig>

const ownBranding: Branding = {
  id: '',
  slug: 'house',
  name: 'Cardamom',
  hue: 162,
  chroma: 0.09,
  contactEmail: null,
  logoUrl: null,
  timeZone: 'UTC',
  supportHours: null,
  open: true,
}
/** Whether this is the product's own branding, not a company's. */
export const isOwnBranding = ({ slug }: Pick<Branding, 'slug'>): boolean => slug === ownBranding.slug

const rememberedKey = 'cardamom-branding'

const branding = store<Branding>(ownBranding)
const config = store<Config | null>(null)

export const useBranding = (): Branding => useSyncExternalStore(branding.listen, branding.read)
/** Null until the server has answered. */
export const useConfig = (): Config | null => useSyncExternalStore(config.listen, config.read)

/** The same outside of a component. */
export const currentConfig = config.read

const apply = (next: Branding) => {
  branding.write(next)
  setBrand(next)
  if (!isOwnBranding(next)) showBrandIcon(next)
}

const isBranding = (value: unknown): value is Branding =>
  typeof value === 'object' && value !== null && 'name' in value && 'hue' in value && 'chroma' in value

/** The last branding of this host, so that a company's page never starts in other colours. */
const rememberedBranding = (): Branding | null => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(rememberedKey) ?? 'null')
    return isBranding(value) ? { ...ownBranding, ...value } : null
  } catch {
    return null
  }
}

const remember = (answer: Branding) => {
  localStorage.setItem(rememberedKey, JSON.stringify(answer))
  apply(answer)
}

/**
 * Applies the branding that came with the page. A page without one gets the remembered branding at once, and the server's
 * as soon as it is known. Without an answer, the product's own branding stays.
 */
export const startBranding = async (): Promise<void> => {
  const embedded = pageFact('branding')
  if (isBranding(embedded)) {
    remember({ ...ownBranding, ...embedded })
    return
  }
  apply(rememberedBranding() ?? ownBranding)
  await call(getCompanyBranding, { errors: 'none' })
    .then(remember)
    .catch(() => undefined)
}

/** The configuration in the page; requested when the page has none. */
export const firstConfig = async (): Promise<Config> => {
  const embedded = pageFact('config') as Config | undefined
  if (embedded === undefined) return readConfig()
  config.write(embedded)
  return embedded
}

/** Reads the configuration; also the poll that finds a new version. */
export const readConfig = async (): Promise<Config> => {
  const answer = await call(getConfig, { errors: 'none' })
  config.write(answer)
  return answer
}

const isUnder = (host: string, root: string) => host === root || host.endsWith(`.${root}`)

/** Sandbox: the local host or the QA host, and the server says so too (product §1, security §4). */
export const isSandbox = (known: Config | null): boolean => {
  if (known?.mode !== 'sandbox') return false
  const roots = ['localhost', '127.0.0.1', ...known.webHostnames]
  return roots.some((root) => isUnder(location.hostname, root))
}
