import { useSyncExternalStore } from 'react'
import { call } from './api.ts'
import { showBrandIcon } from './brand-icon.ts'
import { pageFact } from './page-facts.ts'
import { store } from './signal.ts'
import { getCompanyFace, getConfig } from '@cardamom/contract/companies'
import { setBrand } from './theme.ts'
import type { WireOf } from '@cardamom/contract/endpoint'

/** The company whose host this is: its name, brand and time zone (domain §1). */
export type Face = WireOf<typeof getCompanyFace>
/** What the server says about itself: mode, version, the sandbox's pages. */
export type Config = WireOf<typeof getConfig>

const ownFace: Face = {
  id: '',
  slug: 'house',
  name: 'Cardamom',
  hue: 162,
  chroma: 0.09,
  contactEmail: null,
  logoUrl: null,
  timeZone: 'UTC',
  open: true,
}
/** Whether the product itself stands there, and no company under a name of its own. */
export const isOwnFace = ({ slug }: Pick<Face, 'slug'>): boolean => slug === ownFace.slug

const rememberedKey = 'cardamom-face'

const face = store<Face>(ownFace)
const config = store<Config | null>(null)

export const useFace = (): Face => useSyncExternalStore(face.listen, face.read)
/** Null until the server answered. */
export const useConfig = (): Config | null => useSyncExternalStore(config.listen, config.read)

/** The same outside of a component. */
export const currentConfig = config.read

const wear = (next: Face) => {
  face.write(next)
  setBrand(next)
  if (!isOwnFace(next)) showBrandIcon(next)
}

const isFace = (value: unknown): value is Face =>
  typeof value === 'object' && value !== null && 'name' in value && 'hue' in value && 'chroma' in value

/** Last time's face of this host, so that a company never flashes up in another's colours. */
const rememberedFace = (): Face | null => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(rememberedKey) ?? 'null')
    return isFace(value) ? { ...ownFace, ...value } : null
  } catch {
    return null
  }
}

const remember = (answer: Face) => {
  localStorage.setItem(rememberedKey, JSON.stringify(answer))
  wear(answer)
}

/**
 * Wears the face that came with the page. A page that came without one wears the remembered face at once and the
 * server's as soon as it is known; without it, our own stays.
 */
export const startFace = async (): Promise<void> => {
  const given = pageFact('face')
  if (isFace(given)) {
    remember({ ...ownFace, ...given })
    return
  }
  wear(rememberedFace() ?? ownFace)
  await call(getCompanyFace, { errors: 'quiet' })
    .then(remember)
    .catch(() => undefined)
}

/** The configuration that came with the page; asked for where there is none. */
export const firstConfig = async (): Promise<Config> => {
  const given = pageFact('config') as Config | undefined
  if (given === undefined) return readConfig()
  config.write(given)
  return given
}

/** Reads the configuration; also the poll that finds a new version. */
export const readConfig = async (): Promise<Config> => {
  const answer = await call(getConfig, { errors: 'quiet' })
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
