import { SettingRefused, readSettings } from './settings.ts'
import { startSigner } from './signer-service.ts'

// Its record of signatures is for its own user only.
process.umask(0o077)

try {
  const signer = await startSigner(readSettings(process.env), { nowMs: Date.now })
  const end = () => void signer.close().then(() => process.exit(0))
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // The start command holds the other end of this pipe: the signer ends with it.
  if (process.env['END_WITH_STDIN'] === '1') process.stdin.on('close', end).resume()
  process.stdout.write(`ready ${signer.address}\n`)
} catch (error) {
  const text = error instanceof SettingRefused ? error.message : `The signer cannot start: ${String(error)}`
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
