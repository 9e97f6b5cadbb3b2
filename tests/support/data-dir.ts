import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A new folder for the data of a product or a database. The database's user may enter it: as root its files
 * would otherwise be outside of the folder, and stay when the folder is removed.
 */
export const makeDataDir = (name: string): string => {
  const dir = mkdtempSync(join(process.env['TMPDIR'] ?? '/var/tmp', `cardamom-${name}-`))
  chmodSync(dir, 0o755)
  return dir
}
