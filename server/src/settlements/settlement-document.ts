import type { DocumentPart } from '@cardamom/contract/settlements/settlement-check'

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

const tableOf = (lines: readonly string[]): DocumentPart => {
  const [head = '', , ...rows] = lines
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }
}

const item = /^(?:- |(\d+)\. )/

const listOf = (lines: readonly string[]): DocumentPart => {
  const items: string[] = []
  for (const line of lines) {
    if (item.test(line)) items.push(line.replace(item, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return { kind: 'list', isNumbered: /^\d/.test(lines[0] ?? ''), items }
}

const partOf = (text: string): DocumentPart => {
  const lines = text.split('\n')
  const [first = ''] = lines
  if (first.startsWith('#')) return { kind: 'heading', text: first.replace(/^#+ /, '') }
  if (first.startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') }
  if (first.startsWith('|')) return tableOf(lines)
  if (item.test(first)) return listOf(lines)
  return { kind: 'paragraph', text: lines.join(' ') }
}

/** The parts of a Markdown text that has headings, paragraphs, lists, tables and code, with an empty line between them. */
export const documentParts = (markdown: string): DocumentPart[] =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .map(partOf)
