import { expect } from 'vitest'
import { codeTo, enrolEmail, newUser } from './bench.ts'
import { proves, signUp } from './scenarios-keys.ts'
import type { Stage } from './stage.ts'

type FrameMessage = string | { height?: number }

/** The names of the messages that the page posted, `height` for the raw one. */
const received = async (stage: Stage): Promise<string[]> => {
  const messages = await stage.evaluate<FrameMessage[]>('window.heard')
  return messages.map((message) =>
    typeof message === 'string'
      ? (JSON.parse(message) as { event: string }).event
      : Object.keys(message).join(' '),
  )
}

const launch = async (stage: Stage, url: string, options: object) => {
  await stage.evaluate(`launch(${JSON.stringify(url)}, ${JSON.stringify(options)})`)
}

const popup = async (stage: Stage) => {
  const userId = newUser()
  await stage.device('platform')
  await signUp(stage, userId)
  const { url } = await stage.bench.track(userId, 'withdraw', { redirectUrl: `${stage.bench.origin}/back` })
  await launch(stage, url, { mode: 'popup' })
  const frame = stage.page.frameLocator('#__authsignal-popup-iframe')
  await frame.getByRole('button', { name: 'Continue with passkey' }).click()
  const { token } = await stage.evaluate<{ token?: string }>('launched')
  await proves(stage, { token, userId, action: 'withdraw', method: 'PASSKEY' })
  const names = await received(stage)
  expect(new Set(names)).toEqual(new Set(['AUTHSIGNAL_READY', 'height', 'AUTHSIGNAL_CLOSE_POPUP']))
  expect(await stage.page.locator('#__authsignal-popup-container').count()).toBe(0)
}

const popupAbandoned = async (stage: Stage) => {
  const userId = newUser()
  await enrolEmail(stage.bench, userId)
  const { url } = await stage.bench.track(userId, 'withdraw')
  await launch(stage, url, { mode: 'popup', popupOptions: { isClosable: false } })
  const frame = stage.page.frameLocator('#__authsignal-popup-iframe')
  await frame.getByRole('heading', { name: 'Enter the code from your e-mail' }).waitFor()
  await stage.page.waitForFunction(
    `document.querySelector('#__authsignal-popup-iframe').style.height !== '' &&
     window.heard.some((message) => String(message).includes('AUTHSIGNAL_READY'))`,
  )
  const second = `refusalOf(${JSON.stringify(url)}, { mode: 'popup' })`
  expect(await stage.evaluate(second)).toBe('Multiple instances of Authsignal popup is not supported.')
  await frame.getByRole('button', { name: 'Cancel' }).click()
  expect(await stage.evaluate('launched')).toEqual({})
}

const popupError = async (stage: Stage) => {
  const { url } = await stage.bench.track(newUser(), 'withdraw')
  const old = `${url.split('?')[0]}?token=nothing`
  await launch(stage, old, { mode: 'popup' })
  const frame = stage.page.frameLocator('#__authsignal-popup-iframe')
  await frame.getByRole('heading', { name: 'This page is over' }).waitFor()
  expect(await received(stage)).toContain('AUTHSIGNAL_API_ERROR')
  if (stage.version === '1.16.0') {
    expect(await stage.evaluate('errors')).toEqual([{ errorCode: 'unauthorized', statusCode: 401 }])
  }
}

const separateWindow = async (stage: Stage) => {
  const userId = newUser()
  const { email } = await enrolEmail(stage.bench, userId)
  const { url } = await stage.bench.track(userId, 'transfer', { redirectUrl: `${stage.bench.origin}/back` })
  const opened = stage.page.waitForEvent('popup')
  await launch(stage, url, { mode: 'window' })
  const child = await opened
  await child.getByRole('heading', { name: 'Enter the code from your e-mail' }).waitFor()
  await child.getByLabel('Six-digit code').fill(await codeTo(stage.bench, email))
  const closed = child.waitForEvent('close')
  await child.getByRole('button', { name: 'Confirm' }).click()
  const { token } = await stage.evaluate<{ token?: string }>('launched')
  await closed
  await proves(stage, { token, userId, action: 'transfer', method: 'EMAIL_OTP' })
}

const redirect = async (stage: Stage) => {
  const userId = newUser()
  const email = `${userId}@cardamom.example`
  const { url } = await stage.bench.track(userId, 'enrol', {
    redirectUrl: `${stage.bench.origin}/back?from=enrol`,
    locale: 'es',
  })
  await launch(stage, url, {})
  await stage.page.getByRole('heading', { name: 'Protege tu cuenta' }).waitFor()
  expect(stage.page.url()).not.toContain('token=')
  await stage.page.locator('[data-method=EMAIL_OTP]').click()
  await stage.page.getByLabel('Correo').fill(email)
  await stage.page.getByRole('button', { name: 'Enviar el código' }).click()
  await stage.page.getByRole('heading', { name: 'Escribe el código de tu correo' }).waitFor()
  await stage.page.getByLabel('Código de seis dígitos').fill(await codeTo(stage.bench, email))
  await stage.page.getByRole('button', { name: 'Confirmar' }).click()
  await stage.page.waitForURL(/\/back\?/)
  const query = new URL(stage.page.url()).searchParams
  expect(query.get('from')).toBe('enrol')
  await proves(stage, { token: query.get('token') ?? '', userId, action: 'enrol', method: 'EMAIL_OTP' })
}

export const launchScenarios = { popup, popupAbandoned, popupError, separateWindow, redirect }
