import type { LegalPage } from '@cardamom/contract/terms'

/** One line for each heading and paragraph, as texts are typed and compared: a heading begins with `# `. */
export const linesOf = ({ title, sections }: LegalPage): string[] => [
  title,
  ...sections.flatMap(({ heading, paragraphs }) => [`# ${heading}`, ...paragraphs]),
]

/** The sections as a person types them: a heading begins with `# `, paragraphs are lines. */
export const typedSections = (page: LegalPage): string =>
  linesOf(page).slice(1).join('\n\n').replaceAll('\n\n# ', '\n\n\n# ')

/** The page of typed sections. Text before the first heading belongs to a section without a name, which is refused. */
export const pageOf = (title: string, typed: string): LegalPage => {
  const sections: LegalPage['sections'] = []
  for (const line of typed.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    if (line.startsWith('#')) sections.push({ heading: line.replace(/^#+\s*/, ''), paragraphs: [] })
    else if (sections.length === 0) sections.push({ heading: '', paragraphs: [line] })
    else sections.at(-1)?.paragraphs.push(line)
  }
  return { title, sections }
}

export type ComparedLine = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** The lines of both versions in order, by their longest common sequence. */
export const compareLines = (before: readonly string[], after: readonly string[]): ComparedLine[] => {
  const common = Array.from({ length: before.length + 1 }, () => after.map(() => 0))
  const at = (row: number, column: number) => common[row]?.[column] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = common[i] ?? []
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: ComparedLine[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, next] = [before[i], after[j]]
    if (old !== undefined && old === next) {
      lines.push({ kind: 'same', text: old })
      ;[i, j] = [i + 1, j + 1]
    } else if (old !== undefined && (next === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: old })
      i += 1
    } else {
      lines.push({ kind: 'added', text: next ?? '' })
      j += 1
    }
  }
  return lines
}

/** Only what changed, each below the heading of its section. */
export const onlyChanges = (lines: readonly ComparedLine[]): ComparedLine[] => {
  const shown: ComparedLine[] = []
  let heading: ComparedLine | null = null
  for (const line of lines) {
    if (line.text.startsWith('# ')) heading = null
    if (line.kind === 'same') {
      if (line.text.startsWith('# ')) heading = line
      continue
    }
    if (heading !== null) shown.push(heading)
    heading = null
    shown.push(line)
  }
  return shown
}
