import { runService, settingsFromEnv } from '../kernel/service.ts'
import { createIssuer } from './service.ts'

const frameAncestors = process.env['FRAME_ANCESTORS']
const issuer = createIssuer({ ...settingsFromEnv('issuer'), ...(frameAncestors ? { frameAncestors } : {}) })
const listen = async () => {
  await issuer.listen()
  process.stdout.write(`webhook-key issuer ${issuer.publicKeyDer}\n`)
}
await runService({ ...issuer, listen })
