import type { Source } from './syntax-tree.ts'

/**
 * Verbs and words of the second column of docs/glossary.md that comments and texts of the log do not use: ask, give, keep,
 * somebody, take back. Applied migrations cannot be edited, and texts for people have rules of their own.
 */
const verbs =
  /\b(?:ask(?:s|ed|ing)?|giv(?:e|es|en|ing)|gave|keep(?:s|ing)?|kept|somebody|tak(?:e|es|en|ing)(?: \w+)? back|took(?: \w+)? back)\b/i

/** Terms that contain such a word. */
const terms = /given (?:first )?names?|given surname|keep-?alive|`(?:ask|keep)\w*`/gi

const skipped =
  /\/migrations\/|^contract\/src\/messages\/|^tools\/(?:glossary|comment-verbs|tidy)|schema\.ts$/

const comments = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*/g
const logTexts = /\blog\.(?:debug|info|warn|error|fatal)\(\s*(?:'[^'\n]*'|`[^`\n]*`)/g

/** Comments and log texts with such a word, each with its file: `web/src/a.ts: gives`. */
export const oldVerbsInComments = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) => {
    if (skipped.test(path) || !/\.(?:ts|tsx)$/.test(path)) return []
    return [...text.matchAll(comments), ...text.matchAll(logTexts)].flatMap(([said]) => {
      const plain = said.replaceAll(/\n\s*(?:\*|\/\/)\s?/g, ' ').replaceAll(terms, '')
      const found = verbs.exec(plain)
      return found === null ? [] : [`${path}: ${found[0].toLowerCase()}`]
    })
  })
