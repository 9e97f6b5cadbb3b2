import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The browser comes as an npm package; it unpacks itself below TMPDIR, so that folder carries its version (stack).
const browserDir = '/var/tmp/cardamom-chromium-153'

/** How to start the browser of the npm package, or the one that `CHROMIUM_PATH` names. */
export const chromiumLaunch = async (): Promise<{ executablePath: string; args: string[] }> => {
  // The package's own font settings name folders of its cloud: without any font, text without a web font is not drawn.
  const fontDir = join(browserDir, 'font-config')
  mkdirSync(fontDir, { recursive: true })
  writeFileSync(
    join(fontDir, 'fonts.conf'),
    `<fontconfig><dir>${browserDir}/fonts</dir><cachedir>${fontDir}/cache</cachedir></fontconfig>`,
  )
  process.env['TMPDIR'] = browserDir
  process.env['FONTCONFIG_PATH'] = fontDir
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const executablePath = process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath())
  // Origins are kept apart as in every browser of a person.
  const args = [
    ...chromium.args.filter((flag) => !/single-process|no-zygote|headless|disable-web-security/.test(flag)),
    '--no-sandbox',
  ]
  return { executablePath, args }
}
