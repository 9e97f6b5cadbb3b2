import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { overflow } from './support/browser-checks.ts'
import { expect, picture, test } from './support/journey.ts'
import { personWithCard, personWithMoney, quotedLoad, signedInPerson } from './support/people.ts'
import { atHome, logIn } from './support/sign-in.ts'

/** A zoom of 200 % leaves half of 1280 × 800 CSS pixels. */
const zoomed = { width: 640, height: 400 }

test('a zoom of 200 % needs no horizontal scrolling', async ({ openPage }) => {
  const person = await personWithCard()
  const { id } = await quotedLoad(person, { amount: '200.00', speed: 'regular' })
  const { page } = await openPage({ person, viewport: zoomed })
  for (const path of ['/', '/cards', '/transactions', '/load', `/load/${id}`, '/profile', '/kyc/status']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await overflow(page), path).toBe(null)
  }
})

test('a person who requests less motion sees none', async ({ openPage }) => {
  const { page } = await openPage({ person: await personWithCard() })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const durations = await page.locator('body').evaluate((body) => {
    type Motion = { transitionDuration: string; transitionProperty: string; animationDuration: string }
    type Piece = { querySelectorAll: (all: '*') => Iterable<unknown> }
    const { getComputedStyle } = globalThis as unknown as { getComputedStyle: (piece: unknown) => Motion }
    return [...(body as unknown as Piece).querySelectorAll('*')].flatMap((piece) => {
      const { transitionDuration, animationDuration } = getComputedStyle(piece)
      return [transitionDuration, animationDuration]
    })
  })
  const longestSeconds = Math.max(...durations.flatMap((text) => text.split(',').map(Number.parseFloat)))
  expect(durations.length).toBeGreaterThan(100)
  expect(longestSeconds).toBeLessThan(0.001)
})

test('selected and focused elements are visible in forced colours', async ({ openPage }) => {
  const { page } = await openPage({ person: await personWithCard() })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/transactions')
  await expect(page.getByRole('radio').first()).toBeAttached()
  const styles = await page.getByRole('radio').evaluateAll((radios) => {
    type Piece = { closest: (selector: 'label') => unknown; checked: boolean }
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle: (piece: unknown) => { backgroundColor: string; borderTopColor: string }
    }
    return (radios as unknown as Piece[]).map((radio) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(radio.closest('label'))
      return { isChosen: radio.checked, style: `${backgroundColor} ${borderTopColor}` }
    })
  })
  const chosen = styles.find(({ isChosen }) => isChosen)?.style
  expect(styles.length).toBeGreaterThan(1)
  expect(styles.filter(({ isChosen }) => !isChosen).map(({ style }) => style)).not.toContain(chosen)
})

const device = { zone: 'America/Lima', city: 'Lima', offset: 'GMT-5' }

/** A time zone where the date now differs from the date in Lima. */
const farFrom = (at: Date): typeof device => {
  const hourInLima = (at.getUTCHours() + 19) % 24
  return hourInLima >= 5
    ? { zone: 'Pacific/Kiritimati', city: 'Kiritimati', offset: 'GMT+14' }
    : { zone: 'Pacific/Pago_Pago', city: 'Pago Pago', offset: 'GMT-11' }
}

const partsIn = (timeZone: string, at: Date): Readonly<Record<string, string>> => {
  const of = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, ...of }).formatToParts(at)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}
const dayIn = (zone: string, at: Date): string => {
  const { weekday, day, month } = partsIn(zone, at)
  return `${weekday} ${day} ${month}`
}
const timeIn = (zone: string, at: Date): string => {
  const { hour, minute, dayPeriod } = partsIn(zone, at)
  return `${hour}:${minute}\u00a0${dayPeriod}`
}
const timeIn24 = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }).format(
    at,
  )
const dateIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

/** Title of the PDF that a button saves; titles with other than Latin characters are written in UTF-16. */
const savedBy = async (page: Page, button: string) => {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await coming
  const pdf = readFileSync(await file.path(), 'latin1').replaceAll('\u0000', '')
  const object = /\/Subject (\d+) 0 R/.exec(pdf)?.[1]
  return { name: file.suggestedFilename(), about: new RegExp(`\n${object} 0 obj\n(.*)`).exec(pdf)?.[1] ?? '' }
}

const zoneField = (page: Page) => page.getByLabel('Time zone', { exact: true })
const chooseZone = async (page: Page, option: string) => {
  await page.goto('/settings')
  await zoneField(page).selectOption(option)
  await expect(zoneField(page)).toHaveAttribute('aria-busy', 'false')
}

/** Checks the row's day and time, its receipt, and the account at the end of a day. */
const expectZone = async (
  page: Page,
  row: { id: string; at: Date },
  of: { zone: typeof device; day: string },
) => {
  const { zone, city, offset } = of.zone
  await page.goto('/transactions')
  await expect(page.getByRole('heading', { name: dayIn(zone, row.at) })).toBeVisible()
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByLabel('Period').selectOption('as-of')
  const [year = '', month = '', day = ''] = of.day.split('-')
  const upTo = page.getByRole('group', { name: 'Up to and including' }).getByRole('textbox')
  await upTo.nth(0).fill(day)
  await upTo.nth(1).fill(month)
  await upTo.nth(2).fill(year)
  const statement = await savedBy(page, 'Download the statement')
  expect(statement.name).toBe(`statement-${of.day}.pdf`)
  const hasRow = dateIn(zone, row.at) <= of.day
  expect(statement.about).toContain(hasRow ? 'Closing balance $285.00' : 'Closing balance $0.00')
  await page.goto(`/transactions/${row.id}`)
  await expect(page.getByText(`Times in ${city}.`)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${dayIn(zone, row.at)}, ${timeIn(zone, row.at)}`)
  // The search is outside of the page's main element.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('285.00')
  const found = page.getByRole('option', { name: `${dayIn(zone, row.at)}, ${timeIn(zone, row.at)}` })
  await expect(found).toBeVisible()
  await page.keyboard.press('Escape')
  expect((await savedBy(page, 'Receipt (PDF)')).about).toContain(`${timeIn24(zone, row.at)} ${offset}`)
}

test('a person reads dates in the zone that they choose: in lists, receipts and statements', async ({
  openPage,
}) => {
  const person = await personWithMoney('300.00')
  const { items } = await person.calls.get<{ items: { id: string; at: string }[] }>('/transactions?limit=10')
  const row = { id: items[0]?.id ?? '', at: new Date(items[0]?.at ?? '') }
  // Three days later no row is of today or yesterday, so the list shows each day by its name.
  await person.calls.post('/sandbox/clock', { hours: 72 })
  const far = farFrom(row.at)
  const day = [dateIn(device.zone, row.at), dateIn(far.zone, row.at)].toSorted()[0] ?? ''
  const { page } = await openPage()
  await logIn(page, person)
  await atHome(page)
  await expectZone(page, row, { zone: device, day })
  await chooseZone(page, far.zone)
  const { now } = await person.calls.get<{ now: string }>('/sandbox')
  await expect(page.getByText(`Now: ${dayIn(far.zone, new Date(now))}`)).toBeVisible()
  await picture(page, 'settings-zone')
  await expectZone(page, row, { zone: far, day })
  await page.goto('/settings')
  await page.reload()
  await expect(zoneField(page)).toHaveValue(far.zone)
  await chooseZone(page, 'Same as this device (Lima)')
  await expectZone(page, row, { zone: device, day })
})

test('a zone that cannot be saved is not shown as chosen', async ({ openPage }) => {
  const { page, problems } = await openPage({ person: await signedInPerson() })
  problems.expect(/Failed to load resource/)
  await page.goto('/settings')
  await page.route('**/api/me', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await zoneField(page).selectOption('Europe/Madrid')
  await expect(page.getByText('We couldn’t save your time zone.')).toBeVisible()
  await expect(zoneField(page)).toHaveValue('device')
})
