import type { Locator, Page } from '@playwright/test'
import { violations } from './support/browser-checks.ts'
import { spender } from './support/busy-people.ts'
import { expect, test } from './support/journey.ts'
import { mailedToken, mailKinds, newPerson, personWithCard } from './support/people.ts'

type FocusStyle = { outlineStyle: string; boxShadow: string }
type Element = { closest: (selector: string) => Element | null; parentElement: Element | null }

/** Whether the focus is visible: an outline or a ring on the element or on the box around it. */
const isFocusShown = (page: Page): Promise<boolean> =>
  page.locator(':focus').evaluate((element) => {
    const { getComputedStyle } = globalThis as unknown as { getComputedStyle: (of: Element) => FocusStyle }
    const own = element as unknown as Element
    return [own, own.parentElement, own.closest('label')].some((each) => {
      if (!each) return false
      const { outlineStyle, boxShadow } = getComputedStyle(each)
      return outlineStyle !== 'none' || boxShadow !== 'none'
    })
  })

const outerHtml = (page: Page): Promise<string> =>
  page.locator(':focus').evaluate((element) => (element as unknown as { outerHTML: string }).outerHTML)

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { document } = globalThis as unknown as { document: { activeElement: unknown } }
    return document.activeElement === element
  })

/** Presses Tab until the target has the focus; every focused element on the way must be visible. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible()
  const mostStops = 80
  for (let stop = 0; stop < mostStops && !(await isFocused(target)); stop += 1) {
    await page.keyboard.press('Tab')
    if ((await page.locator(':focus').count()) === 0) continue
    expect(await isFocusShown(page), await outerHtml(page)).toBe(true)
  }
  await expect(target).toBeFocused()
}

const type = async (page: Page, label: string, text: string): Promise<void> => {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

const press = async (page: Page, role: 'button' | 'link', name: string): Promise<void> => {
  await tabTo(page, page.getByRole(role, { name, exact: true }).first())
  await page.keyboard.press('Enter')
}

/** A new page has a title, and the keyboard starts at its top. */
const arrives = async (page: Page, title: string): Promise<void> => {
  await expect(page).toHaveTitle(`${title} · Cardamom`)
  await expect(page.getByRole('main')).toBeFocused()
}

const signUp = async (page: Page, person: ReturnType<typeof newPerson>): Promise<void> => {
  await press(page, 'link', 'Create an account')
  await arrives(page, 'Create an account')
  await type(page, 'E-mail', person.email)
  await type(page, 'Password', person.password)
  await type(page, 'Password again', person.password)
  await page.keyboard.press('Enter')
  await type(page, 'First name', person.firstName)
  await type(page, 'Last name', person.lastName)
  await type(page, 'Day', '29')
  await type(page, 'Month', '02')
  await type(page, 'Year', '1992')
  await type(page, 'Country of residence', 'Peru')
  await type(page, 'Mobile phone', '+51 987 654 321')
  await page.keyboard.press('Enter')
  await type(page, 'Street and number', 'Av. Larco 101')
  await type(page, 'Zip code', '15074')
  await type(page, 'City', 'Lima')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await press(page, 'button', 'Create account')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('e-mail')
}

test('a person without a mouse signs up and logs in', async ({ openPage }) => {
  const person = newPerson()
  const { page } = await openPage()
  await page.goto('/')
  await expect(page).toHaveTitle('Log in · Cardamom')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await signUp(page, person)
  await page.goto(`/verify-email/${await mailedToken(person.email, mailKinds.verify)}`)
  await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible()
  await press(page, 'link', 'Log in')
  await arrives(page, 'Log in')
  await type(page, 'E-mail or username', person.email)
  await type(page, 'Password', person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Home · Cardamom')
})

/** Opens the dialog that cancels a load; Tab stays inside it. */
const requestCancel = async (page: Page): Promise<void> => {
  await press(page, 'button', 'Cancel this load')
  const dialog = page.getByRole('dialog', { name: 'Cancel this load?' })
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  const stopsBeyondTheLast = 5
  for (let stop = 0; stop < stopsBeyondTheLast; stop += 1) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
}

test('a person without a mouse requests a payment address and cancels it', async ({ openPage }) => {
  const person = await personWithCard()
  const { page } = await openPage({ person })
  await page.goto('/')
  await press(page, 'link', 'Load a card')
  await arrives(page, 'Load your card')
  await tabTo(page, page.getByRole('textbox', { name: 'Amount in dollars' }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('200')
  await press(page, 'button', 'Show the payment address')
  await expect(page.getByText('Send exactly')).toBeVisible()
  await arrives(page, 'Load your card')
  await requestCancel(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cancel this load' })).toBeFocused()
  await requestCancel(page)
  await press(page, 'button', 'Cancel the load')
  await expect(page.getByRole('heading', { name: 'You cancelled this load' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toHaveCount(1)
})

test('Ctrl-K finds pages, cards and payments, and does what is chosen', async ({ openPage }) => {
  const person = await spender()
  const { page, problems } = await openPage({ person })
  problems.expect(/status of 403/)
  await page.goto('/support')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search' })
  const first = page.locator('[role=option][data-highlighted]')

  const open = async () => {
    await page.keyboard.press('ControlOrMeta+K')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
  }

  await open()
  expect(await violations(page, 'all')).toEqual([])
  await page.keyboard.type('nothing is called this')
  await expect(page.getByText('No results.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  await open()
  await page.keyboard.type(person.card.lastDigits)
  await expect(first).toContainText(person.card.lastDigits)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/cards/${person.card.id}$`))

  await open()
  await page.keyboard.type('Café Altura')
  await expect(field).toHaveValue('Café Altura')
  await expect(page.getByRole('group', { name: 'Payments' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/transactions\/./)

  await open()
  await page.keyboard.type('show card')
  await expect(first).toHaveText(`Show card details •• ${person.card.lastDigits}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/cards/${person.card.id}`))
  // A person without a second factor must add one. The search is a dialog too, which closes meanwhile.
  await expect(page.getByRole('dialog', { name: 'Set up two-step verification first' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await open()
  await page.keyboard.type('pause card')
  await expect(first).toHaveText(`Pause card •• ${person.card.lastDigits}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/cards/${person.card.id}$`))
  await expect(page.getByRole('button', { name: 'Resume', exact: true }).first()).toBeVisible()

  await open()
  await page.keyboard.type('lock the')
  await expect(first).toHaveText('Lock the screen')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+K')
  await expect(field).toBeHidden()
})

type Stop = {
  tagName: string
  textContent: string
  getAttribute: (name: string) => string | null
  getBoundingClientRect: () => { width: number; height: number }
  labels?: Iterable<{ textContent: string }>
}

/**
 * The elements that get the focus in a dialog: `BUTTON Save`. Marks an element that is invisible or has no
 * name.
 */
const stopsIn = async (page: Page, name: string): Promise<string[]> => {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  const stops: string[] = []
  for (let count = 0; count < 14; count += 1) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus:not([data-base-ui-focus-guard])')).toHaveCount(1)
    stops.push(
      await dialog.locator(':focus').evaluate((element) => {
        const stop = element as unknown as Stop
        const label = [...(stop.labels ?? [])].map(({ textContent }) => textContent).join('')
        const said = stop.getAttribute('aria-label') ?? (label || stop.textContent)
        const { width, height } = stop.getBoundingClientRect()
        const isSeen = width > 1 && height > 1
        return `${stop.tagName} ${isSeen ? said.trim() || 'without a name' : 'unseen'}`
      }),
    )
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  return stops
}

test('every focused element of a dialog is visible and has a name', async ({ openPage }) => {
  const person = await spender()
  const { page } = await openPage({ person })
  const found: string[] = []
  const inspect = async (path: string, button: string | RegExp, dialog: string) => {
    await page.goto(path)
    await page.getByRole('button', { name: button }).first().click()
    found.push(...(await stopsIn(page, dialog)))
  }
  await inspect(`/cards/${person.card.id}`, 'Limits', 'Spending limits')
  await inspect('/transactions', 'Download', 'Download your activity')
  await inspect('/security', 'Add a verification method', 'Add a verification method')
  await inspect('/', 'Controls', 'Sandbox controls')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'See all' }).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  found.push(...(await stopsIn(page, 'Search')))
  expect(found.filter((stop) => /unseen|without a name/.test(stop))).toEqual([])
})
