import { getUserAuths } from '@cardamom/contract/access'
import { areaOf } from './kernel/area.ts'
import { requestLater } from './kernel/early-answers.ts'
import { startLocale } from './kernel/locale.ts'
import { pageFact } from './kernel/page-facts.ts'
import { requestOf } from './kernel/request.ts'
import { checkDelayMs, markStart } from './kernel/start-mark.ts'
import { setBrand, startTheme } from './kernel/theme.ts'
import { readToken } from './kernel/token.ts'
import { storedUser } from './kernel/storage.ts'

const read = (path: `/${string}`): Request => {
  const endpoint = { method: 'GET', path } as const
  const nothing = { idempotencyKey: null, stepUp: null, ifMatch: null, signal: null }
  return requestOf({ endpoint, params: {}, input: undefined, ...nothing }).request
}

/**
 * The check of the stored token, and what a cardholder's page shows: the calls of its `-reads.ts`. The app takes the
 * answers for those to its own calls, and judges them (kernel/session.ts).
 */
const firstReads = (): Request[] => {
  if (readToken() === null) return []
  // Most of the code is there by now: the font comes before the page is drawn, and nothing moves when it does.
  void document.fonts.load('16px Inter')
  const isPlain = location.search === '' && areaOf(storedUser()) === 'cardholder'
  const ofPage = isPlain ? ((pageFact('reads') ?? []) as `/${string}`[]) : []
  return [getUserAuths.path, ...ofPage].map(read)
}

/**
 * The first code of every page: it stands in the head and runs before anything is painted, while the app is still on
 * its way. It is built by itself (build/early-code.ts): what it needs of the kernel is in its one file once more.
 */
const begin = () => {
  markStart()
  startTheme()
  startLocale()
  const branding = pageFact('branding') as { hue: number; chroma: number } | undefined
  if (branding !== undefined) setBrand(branding)
  if (readToken() !== null) requestLater(firstReads, checkDelayMs)
}
begin()
