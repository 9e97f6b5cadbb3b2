/** How hard a password is to guess, 0 to 4. A help for the eye alone: the server decides what it accepts. */
export type Strength = 0 | 1 | 2 | 3 | 4

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u]
const runs = /(.)\1{2,}|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf|passw|contras/i

/** `known`: words that others know about the person, such as the e-mail's name. */
export const strengthOf = (password: string, known: readonly string[] = []): Strength => {
  if (password.length < 6) return 0
  const kindsUsed = kinds.filter((kind) => kind.test(password)).length
  const different = new Set(password).size
  const isKnown = known.some((word) => word.length > 2 && password.toLowerCase().includes(word.toLowerCase()))
  const score = different + kindsUsed * 1.5 - (runs.test(password) ? 4 : 0) - (isKnown ? 5 : 0)
  if (score < 8) return 1
  if (score < 12) return 2
  return score < 16 ? 3 : 4
}
