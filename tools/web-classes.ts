/** Utilities without a hyphen; any other single word may be part of a sentence. */
const singleClasses =
  /^(flex|grid|block|inline|hidden|contents|relative|absolute|fixed|sticky|static|truncate|grow|shrink|rounded|border|underline|italic|group|peer)$/
const utility = /^(?:[\w[\]()&>*.=@/%'-]+:)*-?[a-z]+(?:-[\w.[\]()%:,/&*>=+'-]+)+$/
const isUtility = (word: string) => singleClasses.test(word) || utility.test(word)

/** The share of words that must be utilities for a text to count as a list of classes. */
const leastShare = 0.7

const classListsIn = (source: string): string[][] =>
  [...source.matchAll(/(["'`])([^"'`\n]*)\1/g)]
    .map(([, , text = '']) => text.split(/\s+/).filter((word) => word !== ''))
    .filter(
      (classes) => classes.length > 1 && classes.filter(isUtility).length >= classes.length * leastShare,
    )

const namesIn = (css: string): Set<string> =>
  new Set(
    // A name that starts with a digit is written as the digit's code: `\\32 xs`.
    [...css.replaceAll(/\\3(\d) /g, '$1').matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) =>
      name.replaceAll('\\', ''),
    ),
  )

/** Marker classes for selectors; they have no rule of their own. */
const isMark = (word: string) => /^(?:group|peer)$/.test(word)

/**
 * Class names of the sources that have no rule in the stylesheet: misspelt, or of a scale that the theme does
 * not have. Lists of one name are not checked.
 */
export const classesWithoutRule = (sources: readonly string[], css: string): string[] => {
  const known = namesIn(css)
  const said = sources.flatMap(classListsIn).flat().filter(isUtility)
  return [...new Set(said)].filter((word) => !isMark(word) && !known.has(word)).toSorted()
}
