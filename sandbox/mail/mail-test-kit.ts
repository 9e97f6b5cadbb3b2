import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as playwright, type Browser } from '@playwright/test'
import { chromiumLaunch } from '../kernel/test-chromium.ts'

const controlToken = 'control-token-of-the-tests'
export const credentials = {
  smtpUser: 'cardamom',
  smtpPassword: 'smtp-password',
  smsAccountSid: 'AC00000000000000000000000000000000',
  smsAuthToken: 'sms-token',
}

export type OutboxItem = {
  id: string
  kind: string
  to: string
  from: string
  subject: string
  text: string
  html?: string
  link?: string
  code?: string
  at: string
}

export const newFolder = (): { path: string; remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'cardamom-mail-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export const settingsFor = (port: number, dataDir: string) => ({
  name: 'mail',
  port,
  publicUrl: `http://127.0.0.1:${port}`,
  dataDir,
  controlToken,
  credentials,
})

export const control = (port: number) => async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`http://127.0.0.1:${port}/_control${path}`, {
    method,
    headers: {
      authorization: `Bearer ${controlToken}`,
      // The service is restarted between calls, so no connection is reused.
      connection: 'close',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as unknown }
}

type Letter = {
  to: readonly string[]
  subject: string
  text: string
  html?: string
  headers?: Readonly<Record<string, string>>
  user?: string
  password?: string
}

const rawLetter = ({ to, subject, text, html, headers = {} }: Letter): string => {
  const head = Object.entries({
    From: 'Cardamom <no-reply@cardamom.test>',
    To: to.join(', '),
    Subject: `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    'MIME-Version': '1.0',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  const part = (type: string, body: string) =>
    `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n` +
    `${Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`
  if (html === undefined) return `${head.join('\r\n')}\r\n${part('text/plain', text)}`
  const parts = [text === '' ? '' : part('text/plain', text), part('text/html', html)].filter(Boolean)
  const body = `${parts.map((each) => `--cut\r\n${each}`).join('')}--cut--\r\n`
  return `${head.join('\r\n')}\r\nContent-Type: multipart/alternative; boundary=cut\r\n\r\n${body}`
}

/**
 * Speaks SMTP by hand, so that a test sees the exact replies. Ends with the first negative reply, or `cut`.
 */
export const sendBySmtp = async (port: number, letter: Letter): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let wake: (() => void) | null = null
  let over = false
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
    wake?.()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    over = true
    wake?.()
  })
  await once(socket, 'connect')
  const reply = async (): Promise<string> => {
    for (;;) {
      const full = /^(?:\d{3}-.*\r\n)*(\d{3} .*)\r\n/.exec(received)
      if (full) {
        received = received.slice(full[0].length)
        return full[1]!
      }
      if (over) return 'cut'
      await new Promise<void>((done) => {
        wake = done
      })
    }
  }
  const { to, user = credentials.smtpUser, password = credentials.smtpPassword } = letter
  const login = Buffer.from(`\0${user}\0${password}`).toString('base64')
  const lines = [`EHLO test`, `AUTH PLAIN ${login}`, 'MAIL FROM:<no-reply@cardamom.test>']
  lines.push(...to.map((each) => `RCPT TO:<${each}>`), 'DATA', `${rawLetter(letter)}\r\n.`)
  let last = await reply()
  for (const line of lines) {
    if (!/^[23]/.test(last)) break
    socket.write(`${line}\r\n`)
    last = await reply()
  }
  socket.destroy()
  return last
}

export const sendText = async (port: number, form: Readonly<Record<string, string>>, auth?: string) => {
  const { smsAccountSid, smsAuthToken } = credentials
  const login = Buffer.from(auth ?? `${smsAccountSid}:${smsAuthToken}`).toString('base64')
  const answer = await fetch(`http://127.0.0.1:${port}/2010-04-01/Accounts/${smsAccountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${login}` },
    body: new URLSearchParams(form),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

export const launchBrowser = async (): Promise<Browser> => playwright.launch(await chromiumLaunch())
