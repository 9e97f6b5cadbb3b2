import { spender } from './support/busy-people.ts'
import { violations } from './support/browser-checks.ts'
import { addTotp } from './support/factor-calls.ts'
import { totpOf } from './support/factors.ts'
import { inBoth, type Scene } from './support/inspection.ts'
import { desk, expect, phone, test, type BrowserOptions } from './support/journey.ts'
import { startCheck, capture } from './support/kyc-people.ts'
import { personWithCard, signedInPerson } from './support/people.ts'
import { serviceUrl } from './support/sandbox-services.ts'
import { swipe } from './support/shop.ts'
import { texts } from './support/texts.ts'

// These files are the longest, so their tests are shared among the workers.
test.describe.configure({ mode: 'parallel' })

test('the pages of the verification service are accessible', async ({ openPage }) => {
  const found = await inBoth(openPage, async (lang) => {
    const session = await startCheck(await signedInPerson({ firstName: 'Slow' }))
    const step = (name: string, path: string, body: unknown = {}): Scene => ({
      path: session.url,
      name,
      before: () => capture(session, path, body),
    })
    return [
      step('consent', 'lang', { lang }),
      step('document', 'consent'),
      step('first photo', 'document', { type: 'ID_CARD', country: 'PE' }),
      step('second photo', 'samples/document-front'),
      step('third photo', 'samples/document-back'),
      step('all photos', 'samples/face'),
      step('sent', 'submit'),
    ]
  })
  expect(found).toEqual([])
})

test('shop, mailbox, phone and wallet are accessible', async ({ openPage }) => {
  const person = await spender()
  await swipe(person, '4.80')
  const found = await inBoth(openPage, async (lang) =>
    [
      `${serviceUrl('issuer')}/shop`,
      `${serviceUrl('mail')}/`,
      `${serviceUrl('mail')}/phone`,
      `${serviceUrl('chain')}/`,
    ].map((address) => ({ path: `${address}?lang=${lang}` })),
  )
  expect(found).toEqual([])
})

test('the card’s details are accessible', async ({ openPage }) => {
  const views: readonly (BrowserOptions & { language: 'en' | 'es' })[] = [
    { language: 'en', viewport: desk, scheme: 'light' },
    { language: 'es', viewport: phone, scheme: 'dark' },
  ]
  for (const each of views) {
    const t = texts[each.language]
    const person = await personWithCard()
    const secret = await addTotp(person)
    const { page, problems } = await openPage({ ...each, person })
    problems.expect(/status of 403/)
    // axe reads the stylesheet inside the issuer's page again, which that page's policy forbids.
    problems.expect(/Connecting to .*card-number\.css/)
    await page.goto(`/cards/${person.card.id}`)
    await page.getByRole('button', { name: t.cards.actions.show }).click()
    await page
      .getByRole('dialog')
      .getByLabel(t.stepUp.totp.label)
      .fill(await totpOf(secret, 1))
    const frame = page.locator(`iframe[title="${t.cards.reveal.frame}"]`)
    await expect(frame.contentFrame().getByText('CVV')).toBeVisible()
    expect(await violations(page, 'all')).toEqual([])
  }
})
