import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The browser comes as an npm package and unpacks itself below TMPDIR; the folder carries its version (architecture §5).
const folder = '/var/tmp/cardamom-browser-153'

/** Flags of the package's cloud, and those that take away a wall which the browser of a person has. */
const unwanted = /single-process|no-zygote|headless|disable-web-security/
/** It draws without a graphics card: one that is imitated costs six times the machine's time. */
const graphics = /gpu|use-gl|use-angle|swiftshader/

/** The package goes by TMPDIR when it is loaded and when it unpacks itself. */
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

/** Unpacks the package beside the folder and moves it there whole: many tests may start a browser at a time. */
const unpack = async (unpackBelowTmpdir: () => Promise<unknown>): Promise<void> => {
  if (existsSync(folder)) return
  const fresh = mkdtempSync(`${folder}-`)
  await withTmpdir(fresh, unpackBelowTmpdir)
  // The package's own font settings name folders of its cloud: without any font, text without a web font is not drawn.
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

/** How to start the browser of the npm package, or the one that `CHROMIUM_PATH` names. */
export const chromiumLaunch = async (): Promise<{ executablePath: string; args: string[] }> => {
  process.env['FONTCONFIG_PATH'] = join(folder, 'font-config')
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x'
  const { default: chromium } = await withTmpdir(folder, () => import('@sparticuz/chromium'))
  await unpack(() => chromium.executablePath())
  const executablePath = process.env['CHROMIUM_PATH'] ?? join(folder, 'chromium')
  const args = chromium.args.filter((flag) => !unwanted.test(flag) && !graphics.test(flag))
  return { executablePath, args: [...args, '--no-sandbox', '--disable-gpu'] }
}
