import { areaOf } from '../kernel/area.ts'
import { textFiles } from '../kernel/i18n.tsx'
import { localeStore } from '../kernel/locale.ts'
import { isOnline } from '../kernel/online.ts'
import { whenIdle } from '../kernel/idle.ts'
import { pagesOf } from '../kernel/router.tsx'
import { currentSession, onSessionChange } from '../kernel/session.ts'

/** By this time the page and its data have loaded. */
const settledMs = 5000

type Connection = { readonly saveData?: boolean }
const savesData = (): boolean =>
  (navigator as Navigator & { readonly connection?: Connection }).connection?.saveData === true

/**
 * Fetches one file after the other, each while the browser is idle. A file that fails is fetched when it is
 * needed.
 */
const fetchEach = async (files: readonly (() => Promise<unknown>)[]) => {
  for (const file of files) {
    await new Promise<void>((resolve) => void whenIdle(resolve))
    if (isOnline()) await file().catch(() => undefined)
  }
}

const fetchTexts = async () => fetchEach(await textFiles())

/**
 * Fetches the files of a cardholder's pages while the page is idle, so that a tab opens without a connection too. The
 * browser caches them until the page is closed.
 */
export const fetchPagesWhenIdle = (): void => {
  let isPlanned = false
  const fetchAll = async () => {
    await fetchTexts().catch(() => undefined)
    await fetchEach(pagesOf('cardholder').map((page) => page.preload))
    localeStore.listen(() => void fetchTexts().catch(() => undefined))
  }
  const plan = () => {
    const { state, user } = currentSession()
    if (isPlanned || state !== 'signed-in' || areaOf(user) !== 'cardholder' || savesData()) return
    isPlanned = true
    setTimeout(() => void fetchAll(), settledMs)
  }
  onSessionChange(plan)
  plan()
}
