import { randomBytes } from 'node:crypto'

/** A code that no other journey has. */
export const newCode = (start: string): string => `${start}${randomBytes(4).toString('hex').toUpperCase()}`
