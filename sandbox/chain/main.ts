import { runService } from '../kernel/service.ts'
import { startChain } from './chain-service.ts'
import { chainSettingsFromEnv } from './chain-settings.ts'

// The service already listens when it is created; the runner only reports that and stops it.
const service = await startChain(chainSettingsFromEnv())
await runService({ ...service, listen: async () => undefined })
