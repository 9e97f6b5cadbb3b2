import type { CDPSession, Page } from '@playwright/test'
import { loader, spender } from './support/busy-people.ts'
import { standsStill } from './support/browser-checks.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { openPath } from './support/inspection.ts'
import { expect, test, type OpenBrowser } from './support/journey.ts'
import { personAtKyc } from './support/kyc-people.ts'
import { signedInPerson, type Person } from './support/people.ts'
import { lostTexts, textSpacing } from './support/reflow.ts'
import { languages, partOf } from './support/sweep.ts'
import type { Language } from './support/texts.ts'

test.describe.configure({ mode: 'parallel' })

type Pane = { readonly page: Page; readonly devtools: CDPSession }
type View = {
  readonly name: string
  readonly width: number
  readonly spaced?: true
  /** Font size that the person chose in the browser; 16 by default. */
  readonly fontPx?: number
}
const tightest: readonly View[] = [
  { name: 'spaced at 390', width: 390, spaced: true },
  { name: '320', width: 320 },
  { name: '200 % at 768', width: 768, fontPx: 32 },
  { name: '200 % at 390', width: 390, fontPx: 32 },
]
/** English texts are shorter, so they are checked only at the narrowest sizes. */
const views: Readonly<Record<Language, readonly View[]>> = {
  en: tightest,
  es: [
    ...tightest,
    { name: 'spaced at 1440', width: 1440, spaced: true },
    { name: '360', width: 360 },
    { name: '200 % at 1440', width: 1440, fontPx: 32 },
  ],
}

const set = async (
  { page, devtools }: Pane,
  { width, spaced, fontPx = 16 }: Omit<View, 'name'>,
): Promise<void> => {
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: fontPx, fixed: (fontPx * 13) / 16 } })
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(
    ([css]) => {
      type Sheet = { replaceSync: (text: string) => void }
      const { document, CSSStyleSheet } = globalThis as unknown as {
        document: { adoptedStyleSheets: Sheet[] }
        CSSStyleSheet: new () => Sheet
      }
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css ?? '')
      document.adoptedStyleSheets = [sheet]
    },
    [spaced ? textSpacing : ''],
  )
  await standsStill(page)
}

/**
 * The browser does not tell a page that a changed font size changes what its widths match. A narrow window before
 * the wide one does, and the next page is then opened as in a window that was always wide.
 */
const restore = async (pane: Pane): Promise<void> => {
  for (const width of [320, 1440]) await set(pane, { width })
}

const lostIn = async (
  openPage: OpenBrowser,
  paths: readonly string[],
  who: { person?: Person; language: Language },
): Promise<string[]> => {
  const { page, problems } = await openPage(who)
  problems.expect(/status of (?:400|404|410)/)
  const pane = { page, devtools: await page.context().newCDPSession(page) }
  const found: string[] = []
  for (const path of paths) {
    await openPath(page, path)
    await expect(page.locator('.animate-glow, .animate-spin')).toHaveCount(0)
    for (const view of views[who.language]) {
      await set(pane, view)
      for (const lost of await lostTexts(page)) found.push(`${path} ${who.language} ${view.name}: ${lost}`)
    }
    await restore(pane)
  }
  return found
}

/** Each page is read in the language in which the accessibility test does not inspect it. */
const lostOn = async (
  openPage: OpenBrowser,
  paths: readonly string[],
  who: { person?: Person } = {},
): Promise<string[]> => {
  const found: string[] = []
  for (const language of languages) {
    const own = paths.filter((path) => partOf(languages, path, 1).includes(language))
    if (own.length > 0) found.push(...(await lostIn(openPage, own, { ...who, language })))
  }
  return found
}

const ofNew = [
  '/',
  '/cards',
  '/transactions',
  '/notifications',
  '/wallet',
  '/load',
  '/kyc',
  '/kyc/status',
  '/security',
]
const ofVisitor = [
  '/',
  '/register',
  '/recover',
  '/terms',
  '/privacy',
  '/fees',
  '/settlement-check',
  '/seller-invitation/over',
  '/freeze',
  '/nowhere',
  '/magic/over',
  '/email-change/over',
  '/impersonate/over',
]
const ofSpender = [
  '/',
  '/cards',
  '/transactions',
  '/wallet',
  '/load',
  '/notifications',
  '/referrals',
  '/clients',
  '/earnings',
  '/support',
  '/settings',
]
const ofProfile = [
  '/profile',
  '/profile/edit',
  '/profile/password',
  '/admin/users',
  '/admin/email-changes',
  '/admin/settings/incidents',
  '/admin/settings/gateway',
  '/admin/settings/terms',
  '/admin/settings/terms/new',
]

test('a visitor can read every word at any spacing, width or size', async ({ openPage }) => {
  expect(await lostOn(openPage, ofVisitor)).toEqual([])
})

test('a new person can read every word at any spacing, width or size', async ({ openPage }) => {
  expect(await lostOn(openPage, ofNew, { person: await signedInPerson() })).toEqual([])
})

test('a person who spends can read every word at any spacing, width or size', async ({ openPage }) => {
  const person = await spender()
  const rows = person.rows.map(({ id }) => `/transactions/${id}`)
  const paths = [...ofSpender, `/cards/${person.card.id}`, ...rows, ...ofProfile]
  expect(await lostOn(openPage, paths, { person })).toEqual([])
})

test('an administrator can read every word of a list at any spacing, width or size', async ({ openPage }) => {
  await personAtKyc('needs_review')
  const person = await demoAdmin()
  const { items } = await person.calls.get<{ items: { id: string }[] }>('/kyc-cases')
  const people = await person.calls.get<{ items: { id: string }[] }>('/admins?type=authorised')
  const paths = [
    '/admin/admins/new',
    `/admin/admins?open=${people.items[0]?.id}`,
    `/admin/admins/${people.items[0]?.id}/permissions`,
    '/admin/go-live',
    '/admin/ledger',
    '/admin/ledger/accounts',
    '/admin/ledger/journals',
    '/admin/wallets',
    '/admin/transfers',
    '/admin/settlements',
    '/admin/settlements/new',
    '/admin/withdrawals',
    '/admin/withdrawals/new',
    '/admin/transfers/requests',
    '/admin/transfers/new',
    '/admin/transfers/to-card',
    '/admin/transfers/to-card/bulk',
    '/admin/transfers/to-card/batches',
    '/admin/treasury',
    '/admin/treasury/records',
    '/admin/treasury/new',
    '/admin/wallets/adjust',
    '/admin/wallets/adjust-card',
    '/admin/wallets/deposits',
    '/admin/wallets/deposits/requests',
    '/admin/wallets/deposits/new',
    '/admin/wallets/deposits/crypto',
    '/admin/wallets/pending',
    '/admin/wallets/adjustments',
    '/admin/tiers?open=00000000-0000-7000-8000-000000000001',
    '/admin/companies/00000000-0000-7000-8000-000000000001/settings/fees',
    '/admin/fees',
    '/admin/limits',
    '/admin/limits/payin',
    '/admin/seller-codes',
    '/admin/seller-codes?view=tree',
    '/admin/seller-codes/new',
    '/admin/referrals',
    '/admin/fees/new',
    '/admin/kyc',
    '/admin/kyc?status=needs_review',
    `/admin/kyc?open=${items[0]?.id}`,
  ]
  expect(await lostOn(openPage, paths, { person })).toEqual([])
})

test('a person who loads can read every word at any spacing, width or size', async ({ openPage }) => {
  const person = await loader()
  const loads = Object.values(person.loads).map((id) => `/load/${id}`)
  expect(
    await lostOn(openPage, ['/', '/wallet/lines', '/wallet/deposits', '/wallet/pending', ...loads], {
      person,
    }),
  ).toEqual([])
})
