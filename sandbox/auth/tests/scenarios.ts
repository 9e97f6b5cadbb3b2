import { codeScenarios } from './scenarios-codes.ts'
import { keyScenarios } from './scenarios-keys.ts'
import { launchScenarios } from './scenarios-launch.ts'

/** All operations of the libraries, each from the first call to the server's validation of the token. */
export const scenarios = { ...keyScenarios, ...codeScenarios, ...launchScenarios }
