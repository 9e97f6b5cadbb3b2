import { splitNumber } from '../ui/calling-codes.ts'

/** An E.164 number as people read it: `+51 987 654 321`. */
export const phoneText = (number: string): string => {
  const { national } = splitNumber(number, '')
  const code = number.slice(0, number.length - national.length)
  return `${code} ${national.replace(/(\d{3})(?=\d{2,})/g, '$1 ')}`.trim()
}
