import { runService, settingsFromEnv } from '../kernel/service.ts'
import { createScreeningService } from './service.ts'

await runService(createScreeningService(settingsFromEnv('screening')))
