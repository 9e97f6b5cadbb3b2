type BrandIcon = {
  readonly name: string
  readonly hue: number
  readonly chroma: number
  readonly logoUrl: string | null
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A company's initial on its colour, as an image. */
const initialImage = ({ name, hue, chroma }: BrandIcon): string => {
  const letter = escape(name.trim().charAt(0).toUpperCase())
  const text = `<text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-weight="600" font-size="20" fill="#fff">`
  const ground = `<rect width="32" height="32" rx="8" fill="oklch(0.45 ${chroma} ${hue})"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ground}${text}${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Shows the company's mark in the browser's tab, as on its pages. */
export const showBrandIcon = (branding: BrandIcon): void => {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon === null) return
  icon.removeAttribute('type')
  icon.href = branding.logoUrl ?? initialImage(branding)
}
