import type { Browser, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSession, decisionOf, lucia, named, specimen, startBench, until, type Bench } from './bench.ts'
import { axeFindings, desktop, launchBrowser, openPage, phone, type View } from './browser.ts'
import type { Context } from '../session-records.ts'

let bench: Bench
let browser: Browser
let opened: Awaited<ReturnType<typeof openPage>> | undefined
beforeAll(async () => {
  bench = await startBench(5026)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await bench.stop()
})
beforeEach(() => bench.control('POST', '/reset'))
afterEach(async () => {
  expect(opened?.complaints).toEqual([])
  await opened?.close()
})

const callback = 'http://localhost:5027/kyc/status'
const addressOf = async (id: string): Promise<string> => {
  const { body } = await bench.control<{ id: string; url: string }[]>('GET', '/sessions')
  return body.find((session) => session.id === id)?.url ?? ''
}
const open = async (view: View, verification: object, other = browser): Promise<[Page, string]> => {
  const id = await createSession(bench, { callback, ...verification })
  opened = await openPage(other, view)
  await opened.page.goto(await addressOf(id))
  return [opened.page, id]
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const clean = async (page: Page) => expect(await axeFindings(page)).toEqual([])
const choose = async (page: Page, context: Context, variant: 'good' | 'blurred' = 'good') => {
  const buffer = await specimen(context, { variant })
  await page.locator('#file').setInputFiles({ name: `${context}.png`, mimeType: 'image/png', buffer })
}
const start = async (page: Page, first = 'The front of your ID card') => {
  await page.getByRole('checkbox').check()
  await press(page, 'Start the check')
  await heading(page, first)
}
/** Nothing is wider than the screen. */
const fits = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
/** A session that was created without a document: the person chooses it on the page. */
const undecided = { document: {} }

describe('a person with a document', () => {
  it('uploads three pictures, sends them and goes back to the product; every screen passes axe', async () => {
    const [page, id] = await open(phone, { vendorData: 'page-en', ...undecided })
    await heading(page, 'Show that it is you')
    await clean(page)
    await press(page, 'Start the check')
    await page.getByText('Tick the box to go on.').waitFor()
    await clean(page)
    await start(page, 'Which document do you have?')
    await clean(page)
    await press(page, 'Continue')
    await page.getByText('Choose a document.').waitFor()
    await page.getByRole('radio', { name: 'ID card' }).check()
    await page.getByLabel('Country that issued it').selectOption('PE')
    await press(page, 'Continue')
    for (const [context, title] of [
      ['document-front', 'The front of your ID card'],
      ['document-back', 'The back of your ID card'],
      ['face', 'Your face'],
    ] as const) {
      await heading(page, title)
      await clean(page)
      await choose(page, context)
      await page.getByText('The photo is good').first().waitFor()
      await clean(page)
      await press(page, 'Continue')
    }
    await heading(page, 'Check and send')
    await clean(page)
    await press(page, 'Send for checking')
    await heading(page, 'You are verified')
    await clean(page)
    expect(await decisionOf(bench, id)).toMatchObject({ status: 'approved', document: { country: 'PE' } })
    await press(page, 'Continue')
    await page.waitForURL(callback)
  })

  it('repeats only the blurred side, in Spanish, and a reload loses nothing', async () => {
    const [page, id] = await open(desktop, { lang: 'es' })
    await heading(page, 'Demuestra que eres tú')
    expect(await page.locator('html').getAttribute('lang')).toBe('es')
    await clean(page)
    await page.getByRole('checkbox').check()
    await press(page, 'Empezar la verificación')
    await heading(page, 'El frente de tu documento de identidad')
    await clean(page)
    await choose(page, 'document-front')
    await page.getByText('La foto está bien').first().waitFor()
    await page.reload()
    await heading(page, 'El reverso de tu documento de identidad')
    await choose(page, 'document-back', 'blurred')
    await page.getByText('Esta foto no va a pasar').first().waitFor()
    await clean(page)
    await press(page, 'Dejarla así')
    await heading(page, 'Tu rostro')
    await clean(page)
    await choose(page, 'face')
    await press(page, 'Continuar')
    await heading(page, 'Revisa y envía')
    await clean(page)
    await press(page, 'Enviar a revisión')
    await heading(page, 'El reverso de tu documento de identidad no se ve con nitidez')
    await clean(page)
    await page.reload()
    await press(page, 'Tomar el reverso otra vez')
    await choose(page, 'document-back')
    await press(page, 'Continuar')
    await press(page, 'Enviar a revisión')
    await heading(page, 'Tu identidad está verificada')
    await clean(page)
    expect(await decisionOf(bench, id)).toMatchObject({ status: 'approved' })
  })

  it('can press before the list of countries has loaded', async () => {
    const [page] = await open(phone, undecided)
    const { promise: pressed, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/page/countries.json', async (route) => {
      await pressed
      await route.continue()
    })
    await start(page, 'Which document do you have?')
    await page.getByRole('radio', { name: 'ID card' }).check()
    await press(page, 'Continue')
    goOn()
    await page.getByText('Choose the country that issued your document.').waitFor()
  })

  it('need not choose the document again, and can still choose another one', async () => {
    const [page] = await open(phone, { document: { type: 'ID_CARD', country: 'PE' } })
    await start(page)
    await press(page, 'Use another document')
    await heading(page, 'Which document do you have?')
    expect(await page.getByRole('radio', { name: 'ID card' }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: 'Passport' }).check()
    await press(page, 'Continue')
    await heading(page, 'The photo page of your passport')
  })

  it('changes the language on the page, and the choice stays', async () => {
    const [page] = await open(phone, {})
    await press(page, 'Español')
    await heading(page, 'Demuestra que eres tú')
    await page.reload()
    await heading(page, 'Demuestra que eres tú')
  })
})

describe('a person without a document', () => {
  it('fills in samples with the keyboard alone and is verified', async () => {
    const [page] = await open(phone, {
      document: { type: 'PASSPORT', country: 'DE' },
      person: { ...lucia, firstName: 'Zoë' },
    })
    const tabTo = async (text: string) => {
      for (let at = 0; at < 25; at += 1) {
        await page.keyboard.press('Tab')
        const name = await page.evaluate('document.activeElement.textContent || document.activeElement.id')
        if (String(name).includes(text)) return
      }
      throw new Error(`No way to ${text} with the Tab key`)
    }
    await heading(page, 'Show that it is you')
    await tabTo('consent')
    await page.keyboard.press('Space')
    await tabTo('Start the check')
    await page.keyboard.press('Enter')
    await heading(page, 'The photo page of your passport')
    await fits(page)
    await tabTo('Fill in all photos with samples')
    await page.keyboard.press('Enter')
    await heading(page, 'Check and send')
    await tabTo('Send for checking')
    await page.keyboard.press('Enter')
    await heading(page, 'You are verified')
  })

  it('takes the photo with the camera and sees what is wrong with it', async () => {
    const [page] = await open(phone, {})
    await start(page)
    await press(page, 'Open the camera')
    await page.locator('video').waitFor()
    await clean(page)
    await page.getByRole('button', { name: 'Take the photo' }).click()
    await page.getByText('This photo will not pass').first().waitFor()
    await press(page, 'Take it again')
    await page.getByRole('button', { name: 'Use a sample', exact: true }).waitFor()
  })

  it('says what to do when the camera is blocked', async () => {
    const refusing = await launchBrowser('deny')
    const [page] = await open(phone, {}, refusing)
    await start(page)
    await press(page, 'Open the camera')
    await page.getByRole('alert').getByText('The camera is blocked.').waitFor()
    await clean(page)
    await refusing.close()
  })

  it('is told that a file is no picture', async () => {
    const [page] = await open(phone, {})
    await start(page)
    const buffer = Buffer.from('%PDF-1.7 not a picture')
    await page.locator('#file').setInputFiles({ name: 'scan.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByRole('alert').getByText('This file is no picture that can be read.').waitFor()
    expect(opened?.complaints.splice(0)).toHaveLength(1)
  })
})

describe('the end of a check', () => {
  it.each([
    ['Decline', 'We could not verify you'],
    ['Review', 'A person looks at it now'],
    ['Slow', 'We are checking your photos'],
    ['Expire', 'This link is over'],
  ])('%s', async (firstName, title) => {
    const id = await createSession(bench, { callback, ...named(firstName) })
    if (firstName !== 'Expire')
      await bench.call('PATCH', `/v1/sessions/${id}`, { verification: { status: 'submitted' } })
    opened = await openPage(browser, firstName === 'Review' ? desktop : phone)
    await opened.page.goto(await addressOf(id))
    await heading(opened.page, title)
    await clean(opened.page)
  })

  it('an unknown address', async () => {
    opened = await openPage(browser, phone)
    await opened.page.goto(`${bench.base}/v/nobody`)
    await heading(opened.page, 'This link does not work')
    await clean(opened.page)
    opened.complaints.length = 0
  })
})

describe('in a frame', () => {
  const received = (page: Page) => page.evaluate('heard') as Promise<unknown[]>
  const told = async (page: Page) => {
    const [handshake, ...rest] = await received(page)
    expect(handshake).toEqual([bench.base, 'VERIFF_HANDSHAKE'])
    return rest
  }
  const framed = async (origin: string, more = '') => {
    const address = await addressOf(await createSession(bench, { callback }))
    opened = await openPage(browser, { width: 800, height: 1000, scheme: 'light' })
    await opened.page.goto(`${origin}/?frame=${encodeURIComponent(address)}${more}`)
    return { page: opened.page, frame: opened.page.frameLocator('iframe') }
  }

  it('sends the product STARTED, SUBMITTED and FINISHED, and no personal data', async () => {
    const { page, frame } = await framed('http://localhost:5027')
    await frame.getByRole('checkbox').check()
    await frame.getByRole('button', { name: 'Start the check' }).click()
    await frame.getByRole('button', { name: 'Fill in all photos with samples' }).click()
    await frame.getByRole('button', { name: 'Send for checking' }).click()
    await frame.getByRole('heading', { name: 'You are verified' }).waitFor()
    await frame.getByRole('button', { name: 'Continue' }).click()
    await until(async () => (await told(page)).length >= 3)
    const said = ['VERIFF_STARTED', 'VERIFF_SUBMITTED', 'VERIFF_FINISHED']
    expect(await told(page)).toEqual(said.map((message) => [bench.base, message]))
    expect(page.url()).toContain('localhost:5027')
  })

  it('sends CANCELED when the person leaves', async () => {
    const { page, frame } = await framed('http://localhost:5027')
    await frame.getByRole('button', { name: 'Leave the check' }).click()
    await frame.getByRole('button', { name: 'Leave', exact: true }).click()
    await until(async () => (await told(page)).length > 0)
    expect(await told(page)).toEqual([[bench.base, 'VERIFF_CANCELED']])
  })

  it('renders after the framing page answered, and says what to do if it does not answer', async () => {
    const { page, frame } = await framed('http://localhost:5027', '&silent')
    await until(async () => (await received(page)).length >= 2)
    expect(await frame.getByRole('checkbox').count()).toBe(0)
    await frame.getByRole('link', { name: 'Open the check' }).waitFor()
    await page.evaluate("document.querySelector('iframe').contentWindow.postMessage('VERIFF_RENDER', '*')")
    await frame.getByRole('checkbox').waitFor()
  })

  it('cannot be framed by another origin', async () => {
    const { frame } = await framed('http://127.0.0.1:5027')
    await until(() => opened?.complaints.some((text) => text.includes('frame-ancestors')))
    expect(await frame.getByRole('checkbox').count()).toBe(0)
    if (opened) opened.complaints.length = 0
  })
})

describe('the page of samples', () => {
  it('draws the requested samples and passes axe', async () => {
    opened = await openPage(browser, desktop)
    await opened.page.goto(`${bench.base}/samples?firstName=%3Cb%3EMei&type=PASSPORT`)
    await heading(opened.page, 'Sample documents')
    await opened.page.waitForLoadState('networkidle')
    expect(await opened.page.getByLabel('First name').inputValue()).toBe('<b>Mei')
    expect(await opened.page.locator('img').count()).toBe(2)
    await clean(opened.page)
  })
})
