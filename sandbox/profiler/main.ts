import { runService, settingsFromEnv } from '../kernel/service.ts'
import { createProfiler } from './service.ts'

await runService(createProfiler(settingsFromEnv('profiler')))
