import { expect, phone, picture, test } from './support/journey.ts'
import { signedInPerson } from './support/people.ts'
import { texts } from './support/texts.ts'

for (const language of ['en', 'es'] as const) {
  const t = texts[language].security
  const until = (text: string) =>
    new RegExp(`^${text.replaceAll(/<\/?b>/g, '').replace('{time}', '\\d+:\\d\\d')}$`)

  test(`the screen warns, locks and leaves at the times that the person chose (${language})`, async ({
    openPage,
  }) => {
    const person = await signedInPerson()
    const dark = { viewport: phone, scheme: 'dark' } as const
    const { page, problems } = await openPage({ person, language, ...(language === 'es' ? dark : {}) })
    problems.expect(/status of (401|423)/)
    await page.clock.install()
    const warning = page.getByRole('dialog')
    const pass = (seconds: number) => page.clock.runFor(seconds * 1000)
    await page.goto('/security')
    const choice = page.getByLabel(t.lock.title)
    await expect(choice).toBeVisible()
    /** The drawn state follows the page's own clock. */
    const becomes = (drawn: () => Promise<void>) =>
      expect(async () => {
        await pass(0.1)
        await drawn()
      }).toPass()
    const stay = async () => {
      const renewed = page.waitForResponse('**/api/getUserAuths')
      await page.getByRole('button', { name: t.idle.stay }).click()
      await (await renewed).finished()
      await becomes(async () => expect(await warning.count()).toBe(0))
    }
    // From here on the test advances the clock, so a slow machine changes nothing.
    await page.clock.pauseAt(Date.now() + 60_000)
    // The shortest choice has the three demo values (product §9): 10 s, then 5 s, and 15 s to the renewal.
    await choice.selectOption('10')
    await becomes(async () => expect(await page.getByText(t.lock.saved).count()).toBeGreaterThan(0))
    const lock = { lockAfterSeconds: 10, redirectAfterSeconds: 5, renewalWarningSeconds: 15 }
    expect(await person.calls.get('/security')).toMatchObject({ lock })

    // The page was opened a minute ago; later calls to the server do not delay the renewal.
    const renewal = page.getByRole('heading', { name: t.renewal.title })
    await becomes(async () => expect(await renewal.count()).toBe(1))
    await stay()

    const left = warning.getByRole('timer')
    await pass(6)
    await expect(left).toHaveText(until(t.idle.lead))
    await expect(left).toHaveAttribute('aria-live', 'polite')
    await picture(page, `lock-warning-${language}`)
    await stay()

    // The person reads and scrolls for a long time, without any call to the server.
    for (let time = 0; time < 4; time += 1) {
      await page.keyboard.press('Shift')
      await pass(4)
    }
    await expect(renewal).toBeVisible()
    await picture(page, `renewal-warning-${language}`)
    await stay()

    await pass(11)
    const leaving = page.getByRole('timer')
    await becomes(async () => expect(await leaving.count()).toBe(1))
    await expect(leaving).toHaveText(until(t.locked.endsIn))
    await picture(page, `lock-leaving-${language}`)
    await pass(3)
    await page.getByRole('button', { name: t.locked.more }).click()
    await pass(4)
    await expect(page.getByRole('heading', { name: t.locked.title })).toBeVisible()
    await page.clock.resume()
    await expect(page.getByRole('button', { name: texts[language].login.submit, exact: true })).toBeVisible()
  })
}
