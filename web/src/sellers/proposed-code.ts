const mostLetters = 8
const mostDigits = 10_000

/** A code that people can say: letters of the owner's first name and four digits. */
export const proposedCode = (name: string): string => {
  const letters = name
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/\s+/)[0]
    ?.replaceAll(/[^A-Z]/g, '')
    .slice(0, mostLetters)
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `${letters?.padEnd(2, 'X') ?? 'XX'}${String(number % mostDigits).padStart(4, '0')}`
}
