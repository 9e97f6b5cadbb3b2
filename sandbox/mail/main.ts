import { runService } from '../kernel/service.ts'
import { startMail } from './mail-service.ts'
import { mailSettingsFromEnv } from './mail-settings.ts'

// The service already listens when it is created; the runner only reports that and stops it.
const service = await startMail(mailSettingsFromEnv())
await runService({ ...service, listen: async () => undefined })
