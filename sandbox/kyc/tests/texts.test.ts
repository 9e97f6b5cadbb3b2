import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../page')
type Texts = Record<string, string>
const { english } = (await import('../page/texts-en.js' as string)) as { english: Texts }
const { spanish } = (await import('../page/texts-es.js' as string)) as { spanish: Texts }

const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.js') && !name.startsWith('texts-'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

const blanks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank).toSorted()

describe('texts of the capture page', () => {
  it('has the same keys and blanks in both languages, and no empty text', () => {
    expect(Object.keys(spanish)).toEqual(Object.keys(english))
    for (const [key, text] of Object.entries(english)) {
      expect(text.trim()).not.toBe('')
      expect([key, blanks(spanish[key] ?? '')]).toEqual([key, blanks(text)])
    }
  })

  it('uses every text, and only texts that exist', () => {
    const usedKeys = [...sources.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key ?? '')
    expect(usedKeys.filter((key) => !(key in english))).toEqual([])
    const families =
      /^(title|lead|name|again|is|variant)-|^(low|reason)|Hint$|^(PASSPORT|ID_CARD|DRIVERS|RESIDENCE)/
    const findings = ['too_small', 'too_dark', 'too_bright', 'blurred', 'repeated', 'expired', 'missing']
    const unused = Object.keys(english).filter(
      (key) => !families.test(key) && !findings.includes(key) && !sources.includes(`'${key}'`),
    )
    expect(unused).toEqual([])
  })
})
