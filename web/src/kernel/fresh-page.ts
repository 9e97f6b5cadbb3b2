let isNeeded = false

/**
 * The browser remembers a file that could not be loaded until the page is reloaded. So the next page is
 * opened by a full load, which fetches the file.
 */
export const needFreshPage = (): void => {
  isNeeded = true
}

export const isFreshPageNeeded = (): boolean => isNeeded
