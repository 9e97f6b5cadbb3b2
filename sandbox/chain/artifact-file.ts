import { join } from 'node:path'

/** `ForwarderFactory` → `artifacts/forwarder-factory.json`. */
export const artifactFile = (contract: string): string => {
  const name = contract.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase()
  return join(import.meta.dirname, 'artifacts', `${name}.json`)
}
