import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'encryption.key'
const formerFileName = 'seal.key'

/**
 * The secret from which a service derives its encryption keys: the credential `encryptionKey`, or the file
 * `encryption.key` in the data folder, which is made at the first start. A file with its former name is
 * renamed. Throws when the credential has its former name, because a new key could not decrypt the store.
 */
export const readMasterKey = (
  dataDir: string,
  credentials: Readonly<Record<string, string | undefined>>,
): string => {
  if (credentials['sealKey']) throw new Error('The credential sealKey is now encryptionKey. Rename it.')
  const configured = credentials['encryptionKey']
  if (configured) return configured
  const [path, former] = [join(dataDir, fileName), join(dataDir, formerFileName)]
  if (!existsSync(path) && existsSync(former)) renameSync(former, path)
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  return readFileSync(path, 'utf8')
}
