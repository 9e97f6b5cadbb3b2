import { runService, settingsFromEnv } from '../kernel/service.ts'
import { createAuth } from './service.ts'

await runService(createAuth(settingsFromEnv('auth')))
