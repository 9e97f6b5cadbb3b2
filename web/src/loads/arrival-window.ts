/** Two days of a window; a month or a year that both have stands once: "Mon 23" to "Wed 25 Nov". */
export const windowOf = (from: string, to: string): { readonly from: string; readonly to: string } => {
  const words = from.split(' ')
  return { from: words.at(-1) === to.split(' ').at(-1) ? words.slice(0, -1).join(' ') : from, to }
}
