import { runService, settingsFromEnv } from '../kernel/service.ts'
import { createKyc } from './service.ts'

await runService(createKyc(settingsFromEnv('kyc')))
