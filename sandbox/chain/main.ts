import { runService } from '../kernel/service.ts'
import { startChain } from './chain-service.ts'
import { chainSettingsFromEnv } from './chain-settings.ts'

// It listens when it is up: the runner only says so and ends it.
const service = await startChain(chainSettingsFromEnv())
await runService({ ...service, listen: async () => undefined })
