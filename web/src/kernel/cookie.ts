/** Reads one cookie that is visible to scripts. */
export const readCookie = (name: string): string | null => {
  for (const part of document.cookie.split('; ')) {
    const [key, value = ''] = part.split('=')
    if (key === name) return decodeURIComponent(value)
  }
  return null
}

/** Sets a cookie for a year on the whole site. */
export const writeCookie = ({ name, value }: { name: string; value: string }): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}
