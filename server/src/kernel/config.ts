import { resolve } from 'node:path'
import { refuseRenamedKeys } from './key-check.ts'
import { StartRefused } from './migrate.ts'
import { refusalOfProduction } from './production-config.ts'
import { howToWrite } from './setting-texts.ts'
import { Settings, type SettingName } from './settings.ts'

export type Mode = 'sandbox' | 'production'
export type Config = Settings & {
  /** The local host and the QA host are sandbox, every other host is production (product §1). */
  readonly mode: Mode
  readonly set: 'local' | 'qa' | 'production'
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/**
 * A sandbox is always an explicit choice: the local host by SANDBOX, which the start command sets, any other
 * host by QA_HOST. Throws StartRefused where the host and the choice contradict each other.
 */
const modeOf = ({ PUBLIC_URL, SANDBOX, QA_HOST }: Settings): Pick<Config, 'mode' | 'set'> => {
  const host = new URL(PUBLIC_URL).hostname
  if (host === QA_HOST) return { mode: 'sandbox', set: 'qa' }
  if (isLocal(host)) {
    if (SANDBOX === 'on') return { mode: 'sandbox', set: 'local' }
    throw new StartRefused(
      'PUBLIC_URL is the local host, which is a sandbox: start it with npm start, or set PUBLIC_URL to the https address of the platform.',
    )
  }
  if (SANDBOX === 'on') {
    throw new StartRefused(
      'PUBLIC_URL is neither localhost nor QA_HOST, so it is a production host, and a sandbox was started: set QA_HOST to that host for a sandbox, or go live as docs/operations.md says.',
    )
  }
  return { mode: 'production', set: 'production' }
}

/** Whether embedded services run with the server. Demo data and sandbox controls exist only then. */
export const hasSandboxServices = ({ mode, SANDBOX_SERVICES }: Config): boolean =>
  mode === 'sandbox' && Object.keys(JSON.parse(SANDBOX_SERVICES ?? '{}') as object).length > 0

/** Settings that must be set together. */
const groups: readonly (readonly SettingName[])[] = [
  ['SMS_URL', 'SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN'],
  ['AUTHSIGNAL_API_URL', 'AUTHSIGNAL_TENANT_ID', 'AUTHSIGNAL_SECRET'],
  ['WALLET_SCREENING_URL', 'WALLET_SCREENING_API_KEY'],
  ['SIGNER_URL', 'SIGNER_SECRET'],
]

const refuseHalfGroups = (settings: Settings) => {
  for (const group of groups) {
    const isSet = group.find((name) => settings[name] !== undefined)
    const missing = group.find((name) => settings[name] === undefined)
    if (isSet && missing)
      throw new StartRefused(`${isSet} is set, but ${missing} is missing: write ${howToWrite[missing]}.`)
  }
}

const wrongSetting = ({ path, message }: { path: PropertyKey[]; message: string }, isSet: boolean) => {
  const name = String(path[0]) as SettingName
  return new StartRefused(`${name} ${isSet ? message : 'is missing'}: write ${howToWrite[name]}.`)
}

/**
 * Reads the configuration once. Throws StartRefused with a sentence that names the wrong value and its form.
 */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  refuseRenamedKeys(env)
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(present)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw wrongSetting(issue!, present[String(issue?.path[0])] !== undefined)
  }
  const settings = parsed.data
  refuseHalfGroups(settings)
  const { WEB_DIR } = settings
  const absolute = WEB_DIR === undefined ? settings : { ...settings, WEB_DIR: resolve(WEB_DIR) }
  const config: Config = { ...absolute, ...modeOf(settings) }
  const refusal = config.mode === 'production' ? refusalOfProduction(config, present) : null
  if (refusal) throw new StartRefused(refusal)
  return config
}
