/** Makes the browser download the file of a one-time address (api §8). */
export const saveFile = ({ url }: { readonly url: string }): void => {
  const link = document.createElement('a')
  link.href = url
  // The server names the file.
  link.download = ''
  link.click()
}
