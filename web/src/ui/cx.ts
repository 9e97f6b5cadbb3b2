/** Joins class names and leaves out false values. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
