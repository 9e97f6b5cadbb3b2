import { overflow } from './support/browser-checks.ts'
import { expect, test } from './support/journey.ts'
import { personWithCard, quotedLoad } from './support/people.ts'

/** Half the window in CSS pixels is what a zoom of 200 % leaves of 1280 × 800. */
const zoomed = { width: 640, height: 400 }

test('a zoom of 200 % needs no scrolling sideways', async ({ visit }) => {
  const person = await personWithCard()
  const { id } = await quotedLoad(person, { amount: '200.00', speed: 'regular' })
  const { page } = await visit({ person, viewport: zoomed })
  for (const path of ['/', '/cards', '/transactions', '/load', `/load/${id}`, '/profile', '/kyc/status']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await overflow(page), path).toBe(null)
  }
})

test('who asks for less motion sees none', async ({ visit }) => {
  const { page } = await visit({ person: await personWithCard() })
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

test('chosen and focused things are seen in forced colours', async ({ visit }) => {
  const { page } = await visit({ person: await personWithCard() })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/transactions')
  await expect(page.getByRole('radio').first()).toBeAttached()
  const looks = await page.getByRole('radio').evaluateAll((radios) => {
    type Piece = { closest: (selector: 'label') => unknown; checked: boolean }
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle: (piece: unknown) => { backgroundColor: string; borderTopColor: string }
    }
    return (radios as unknown as Piece[]).map((radio) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(radio.closest('label'))
      return { isChosen: radio.checked, look: `${backgroundColor} ${borderTopColor}` }
    })
  })
  const chosen = looks.find(({ isChosen }) => isChosen)?.look
  expect(looks.length).toBeGreaterThan(1)
  expect(looks.filter(({ isChosen }) => !isChosen).map(({ look }) => look)).not.toContain(chosen)
})
