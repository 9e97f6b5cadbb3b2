import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The browser is an npm package that unpacks itself below TMPDIR. The folder's name contains the version
// (architecture §5).
const folder = '/var/tmp/cardamom-browser-153'

/** Flags for the package's cloud, and flags that remove a protection of a person's browser. */
const unwanted = /single-process|no-zygote|headless|disable-web-security/
/** The browser draws without a graphics card: an emulated one takes six times the processor time. */
const graphics = /gpu|use-gl|use-angle|swiftshader/

/** The package uses TMPDIR when it is loaded and when it unpacks itself. */
const withTmpdir = async <T>(dir: string, use: () => Promise<T>): Promise<T> => {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = dir
  try {
    return await use()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

/**
 * Unpacks the package in another folder and then renames that folder, because many tests can start a browser
 * at the same time.
 */
const unpack = async (unpackBelowTmpdir: () => Promise<unknown>): Promise<void> => {
  if (existsSync(folder)) return
  const fresh = mkdtempSync(`${folder}-`)
  await withTmpdir(fresh, unpackBelowTmpdir)
  // The package's own font settings name folders of its cloud. Without fonts, text without a web font is not
  // drawn.
  mkdirSync(join(fresh, 'font-config'))
  writeFileSync(
    join(fresh, 'font-config/fonts.conf'),
    `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-config/cache</cachedir></fontconfig>`,
  )
  try {
    renameSync(fresh, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(fresh, { recursive: true })
  }
}

/** Path and arguments of the npm package's browser, or of the one that `CHROMIUM_PATH` names. */
export const chromiumLaunch = async (): Promise<{ executablePath: string; args: string[] }> => {
  process.env['FONTCONFIG_PATH'] = join(folder, 'font-config')
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x'
  const { default: chromium } = await withTmpdir(folder, () => import('@sparticuz/chromium'))
  await unpack(() => chromium.executablePath())
  const executablePath = process.env['CHROMIUM_PATH'] ?? join(folder, 'chromium')
  const args = chromium.args.filter((flag) => !unwanted.test(flag) && !graphics.test(flag))
  return { executablePath, args: [...args, '--no-sandbox', '--disable-gpu'] }
}
