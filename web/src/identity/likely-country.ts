/** Two letters of the country in the device's languages (`es-PE`), when one of them names one that is offered. */
export const likelyCountry = (offered: readonly string[]): string | null => {
  for (const tag of navigator.languages) {
    const region = new Intl.Locale(tag).region
    if (region !== undefined && offered.includes(region)) return region
  }
  return null
}
