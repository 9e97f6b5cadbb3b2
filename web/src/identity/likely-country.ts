/** `es-PE` → `PE`; browsers can be told to say anything, also what is no language. */
const regionOf = (tag: string): string | undefined => {
  try {
    return new Intl.Locale(tag).region
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Two letters of the country in the device's languages (`es-PE`), when one of them names one that is offered. */
export const likelyCountry = (
  offered: readonly string[],
  languages: readonly string[] = navigator.languages,
): string | null => {
  for (const tag of languages) {
    const region = regionOf(tag)
    if (region !== undefined && offered.includes(region)) return region
  }
  return null
}
