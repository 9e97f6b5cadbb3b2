import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { classesWithoutRule } from './web-classes.ts'
import { buildWeb } from './start/web-build.ts'
import { budgetBytes, measure, ownAssets, tooLarge } from '../web/sizes.ts'

const work = mkdtempSync(join(tmpdir(), 'cardamom-sizes-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** The build that the journeys serve too; without changes since then, the last one. */
const built = (): Promise<string> =>
  (building ??= buildWeb({ onBuild: () => undefined, onStop: () => undefined }))
let building: Promise<string> | undefined

const textsBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))

describe('the built web', () => {
  it('has a rule for every class that its sources name', async () => {
    const outDir = await built()
    const sources = textsBelow(join(import.meta.dirname, '../web/src'), /^(?!gallery).*(?<!\.test)\.tsx?$/)
    const sheets = ownAssets(outDir).filter((name) => name.endsWith('.css'))
    expect(sheets.length).toBeGreaterThan(0)
    const css = sheets.map((name) => readFileSync(join(outDir, 'assets', name), 'utf8')).join('\n')
    expect(classesWithoutRule(sources, css)).toEqual([])
  })
  it('is within the size limits and makes no request to other origins', async () => {
    const sizes = measure(await built())
    expect(tooLarge(sizes), JSON.stringify(sizes, null, 2)).toEqual([])
    // Each document must have its own code: the profiler's page is small, the product's entry is complete.
    expect(sizes.entryBytes).toBeGreaterThan(budgetBytes.home / 2)
    expect(sizes.routes.find(({ page }) => page === 'device-check.html')?.bytes).toBeLessThan(20_000)
    expect(sizes.homeBytes).toBeGreaterThan(sizes.entryBytes)
    expect(sizes.fontBytes).toHaveLength(1)
    expect(sizes.routes.length).toBeGreaterThan(10)
  })
})

type PlantedSizes = {
  entry?: number
  home?: number
  page?: number
  css?: number
  font?: number
  says?: string
}
let planted = 0

/** A build of random bytes, which compression cannot make smaller. */
const plant = ({
  entry = 10,
  home = 10,
  page = 10,
  css = 10,
  font = 10,
  says = '',
}: PlantedSizes): string => {
  planted += 1
  const dist = join(work, `planted-${planted}`)
  const write = (name: string, content: Buffer | string) => {
    mkdirSync(dirname(join(dist, name)), { recursive: true })
    writeFileSync(join(dist, name), content)
  }
  const homePage = 'src/shell/home/home-page.tsx'
  const manifest = {
    'index.html': {
      file: 'assets/index.js',
      isEntry: true,
      imports: ['_frame.js'],
      css: ['assets/index.css'],
      assets: ['assets/inter.woff2'],
    },
    '_frame.js': { file: 'assets/frame.js' },
    [homePage]: { file: 'assets/home-page.js', isDynamicEntry: true, imports: ['index.html', '_shared.js'] },
    '_shared.js': { file: 'assets/shared.js' },
    'src/loads/load-page.tsx': {
      file: 'assets/load-page.js',
      isDynamicEntry: true,
      imports: ['index.html', '_shared.js'],
    },
  }
  write('.vite/manifest.json', JSON.stringify(manifest))
  write('assets/index.js', says)
  write('assets/frame.js', randomBytes(entry))
  write('assets/home-page.js', randomBytes(home))
  write('assets/load-page.js', randomBytes(page))
  write('assets/shared.js', randomBytes(10))
  write('assets/index.css', randomBytes(css))
  write('assets/inter.woff2', randomBytes(font))
  return dist
}
const complaints = (build: PlantedSizes) => tooLarge(measure(plant(build)))

describe('the search for classes without a rule', () => {
  const css = '.flex{}.mx-auto{}.md\\:p-2\\.5{}.\\32 xs\\:flex-wrap{}.max-w-11{}'
  it('finds what the stylesheet does not have', () => {
    const source = `<p className="mx-auto max-w-1 md:p-3" /> cx('flex tracking-tight', isOn && '2xs:flex-wrap md:p-2.5')`
    expect(classesWithoutRule([source], css)).toEqual(['max-w-1', 'md:p-3', 'tracking-tight'])
  })
  it('does not read a sentence as classes', () => {
    const source = `t('A well-known fact of a card-holder')`
    expect(classesWithoutRule([source], css)).toEqual([])
  })
})

describe('the measuring of sizes', () => {
  it('accepts a small build', () => {
    expect(complaints({})).toEqual([])
    expect(complaints({ says: 'a="http://www.w3.org/2000/svg",b="https://react.dev/errors/1"' })).toEqual([])
  })
  it('finds each exceeded limit', () => {
    expect(complaints({ entry: budgetBytes.home + 1 })).toEqual([expect.stringContaining('entry and home')])
    const halves = { entry: budgetBytes.home - 30_000, home: 30_001 }
    expect(complaints(halves)).toEqual([expect.stringContaining('entry and home')])
    expect(complaints({ page: budgetBytes.route + 1 })).toEqual([expect.stringContaining('load-page')])
    expect(complaints({ css: budgetBytes.css + 1 })).toEqual([expect.stringContaining('CSS')])
    expect(complaints({ font: budgetBytes.font + 1 })).toEqual([expect.stringContaining('fonts')])
  })
  it('finds an address of another origin', () => {
    for (const url of ['https://fonts.example/inter.css', 'wss://live.example', 'http://cdn.example/x.js']) {
      expect(complaints({ says: `fetch("${url}")` })).toEqual([expect.stringContaining(url)])
    }
  })
})
