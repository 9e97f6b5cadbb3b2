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
 * Requests the check of the stored token and the calls of a cardholder page's `-reads.ts`. The app uses the
 * answers for its own calls and handles their errors (kernel/session.ts).
 */
const firstReads = (): Request[] => {
  if (readToken() === null) return []
  // Most of the code is loaded by now. The font loads before the page is drawn, so that the text does not
  // move.
  void document.fonts.load('16px Inter')
  const isPlain = location.search === '' && areaOf(storedUser()) === 'cardholder'
  const ofPage = isPlain ? ((pageFact('reads') ?? []) as `/${string}`[]) : []
  return [getUserAuths.path, ...ofPage].map(read)
}

/**
 * The first code of every page: it is in the head and runs before the first paint, while the app still loads.
 * It has its own build (build/early-code.ts) with a copy of the kernel code that it needs.
 */
const start = () => {
  markStart()
  startTheme()
  startLocale()
  const branding = pageFact('branding') as { hue: number; chroma: number } | undefined
  if (branding !== undefined) setBrand(branding)
  if (readToken() !== null) requestLater(firstReads, checkDelayMs)
}
start()
