let isNeeded = false

/** The browser keeps the failure of a file until the page is loaded whole: the next one is, and brings the file. */
export const needFreshPage = (): void => {
  isNeeded = true
}

export const isFreshPageNeeded = (): boolean => isNeeded
