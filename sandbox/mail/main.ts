import { runService } from '../kernel/service.ts'
import { startMail } from './mail-service.ts'
import { mailSettingsFromEnv } from './mail-settings.ts'

// It listens when it is up: the runner only says so and ends it.
const service = await startMail(mailSettingsFromEnv())
await runService({ ...service, listen: async () => undefined })
