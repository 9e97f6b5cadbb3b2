import { type ServiceSettings, settingsFromEnv } from '../kernel/service.ts'

/** Settings of the mailbox, in addition to those of every embedded service. */
export type MailSettings = ServiceSettings & {
  /** Port of SMTP; default: the service's port + 1. */
  readonly smtpPort?: number
}

/** Names of the required credentials; the product has the same. */
const credentialNames = ['smtpUser', 'smtpPassword', 'smsAccountSid', 'smsAuthToken'] as const
export type MailCredentials = Readonly<Record<(typeof credentialNames)[number], string>>

/** Reads the variables of every service and SMTP_PORT. */
export const mailSettingsFromEnv = (env: NodeJS.ProcessEnv = process.env): MailSettings => {
  const text = env['SMTP_PORT']
  if (text !== undefined && !/^\d+$/.test(text)) throw new Error(`mail: SMTP_PORT is a port, not "${text}"`)
  return { ...settingsFromEnv('mail', env), ...(text === undefined ? {} : { smtpPort: Number(text) }) }
}

/** Throws a sentence that names the missing credential. */
export const mailCredentials = (provided: Readonly<Record<string, string>>): MailCredentials => {
  const found = credentialNames.map((name) => {
    const value = provided[name]
    if (!value)
      throw new Error(`mail: CREDENTIALS must have ${credentialNames.join(', ')}; ${name} is missing`)
    return [name, value] as const
  })
  return Object.fromEntries(found) as MailCredentials
}
