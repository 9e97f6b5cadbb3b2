/**
 * The first code of every page: it stands in the head and runs before anything is painted, while the app is still on
 * its way. It imports nothing, so that it is one file of half a kilobyte. kernel/theme.ts does the same once more, and
 * keeps it true.
 */
const begin = () => {
  performance.mark('cardamom-start')
  const root = document.documentElement.style
  const scheme = localStorage.getItem('theme')
  root.setProperty('color-scheme', scheme === 'light' || scheme === 'dark' ? scheme : 'light dark')
  const text = document.getElementById('facts')?.textContent
  if (!text) return
  const { face } = JSON.parse(text) as { face?: { hue: number; chroma: number } }
  if (face === undefined) return
  root.setProperty('--hue', String(face.hue))
  root.setProperty('--chroma', String(Math.min(Math.max(face.chroma, 0), 0.2)))
}
begin()
