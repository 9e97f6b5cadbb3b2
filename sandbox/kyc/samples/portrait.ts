/** The parts of a drawn face; the same name always has the same face. */
type Features = {
  readonly skin: string
  readonly shade: string
  readonly hair: string
  readonly shirt: string
  readonly style: number
  readonly glasses: boolean
}

const skins = [
  ['#f1cdb0', '#dba987'],
  ['#e6b594', '#c98f6c'],
  ['#c98f68', '#a96f4b'],
  ['#9a6646', '#7a4b31'],
] as const
const hairs = ['#2b211c', '#4a3226', '#6f4a2f', '#a07a4d', '#5b5451'] as const
const shirts = ['#2f6f62', '#34507c', '#7a3f52', '#55556b', '#8a6a2f'] as const

const pick = <T>(list: readonly T[], seed: number): T => list[seed % list.length] as T

/** A number from a text (FNV-1a), for choices. */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}

/** Hair styles: 0 short, 1 long, 2 tied up. */
const styleOf = (seed: number, gender: 'F' | 'M' | null): number => {
  if (gender === 'M') return 0
  return gender === 'F' ? 1 + ((seed >>> 9) % 2) : (seed >>> 9) % 3
}

const featuresOf = (seed: number, gender: 'F' | 'M' | null): Features => {
  const [skin, shade] = pick(skins, seed)
  return {
    skin,
    shade,
    hair: pick(hairs, seed >>> 3),
    shirt: pick(shirts, seed >>> 6),
    style: styleOf(seed, gender),
    glasses: (seed >>> 11) % 4 === 0,
  }
}

const strands = (style: number): string =>
  Array.from({ length: 22 }, (_, at) => {
    const x = 96 + at * 4.9
    const top = (style === 0 ? 92 : 82) + ((x - 150) * (x - 150)) / 130
    return `<path d="M${x} ${top + 24}C${x - 3} ${top + 12} ${x + 6} ${top + 4} ${x + 3} ${top - 6}"
      fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="1.4"/>`
  }).join('')

const backHair = ({ style, hair }: Features): string =>
  style === 1
    ? `<path d="M70 190C56 92 104 48 152 48C204 48 246 96 230 190C238 250 244 292 226 318H78C58 288 64 244
      70 190Z" fill="${hair}"/>`
    : style === 2
      ? `<circle cx="150" cy="52" r="32" fill="${hair}"/>`
      : ''

const frontHair = ({ style, hair }: Features): string => {
  const short = `M80 176C70 104 106 62 152 62C200 62 232 106 220 176C214 150 206 132 190 124
    C160 138 118 136 100 122C90
      136 84 154 80 176Z`
  const parted = `M78 190C66 110 106 58 152 58C202 58 236 112 222 190C216 160 204 136 178 112
    C158 132 112 142 94 150C86
      162 82 174 78 190Z`
  const drawn2 =
    'M80 172C74 106 108 66 150 66C194 66 226 106 220 172C210 132 188 106 150 104C112 106 90 132 80 172Z'
  return `<path d="${pick([short, parted, drawn2], style)}" fill="${hair}"/>`
}

const eyes = (features: Features): string =>
  [114, 186]
    .map(
      (x) => `<path d="M${x - 17} 182C${x - 10} 171 ${x + 10} 171 ${x + 17} 182C${x + 9} 191 ${x - 9} 191
        ${x - 17} 182Z" fill="#fbfaf7"/>
      <circle cx="${x}" cy="181" r="7.5" fill="#4b382c"/><circle cx="${x}" cy="181" r="3.6" fill="#161210"/>
      <circle cx="${x + 2.6}" cy="178.4" r="1.8" fill="#fff"/>
      <path d="M${x - 18} 181C${x - 10} 169 ${x + 10} 169 ${x + 18} 181" fill="none" stroke="#2a1f1a"
        stroke-width="2.6" stroke-linecap="round"/>
      <path d="M${x - 21} 162C${x - 9} 153 ${x + 9} 153 ${x + 21} 161" fill="none" stroke="${features.hair}"
        stroke-width="5.5" stroke-linecap="round"/>`,
    )
    .join('') +
  (features.glasses
    ? `<g fill="#ffffff" fill-opacity=".08" stroke="#2b2b30" stroke-width="4"><rect x="86" y="164"
      width="54" height="38" rx="16"/>
       <rect x="160" y="164" width="54" height="38" rx="16"/>
         <path d="M140 178Q150 172 160 178M86 176L74 172M214 176L226 172" fill="none"/></g>`
    : '')

const clothes = ({ shirt, skin, shade }: Features): string => `
  <path d="M118 258V326C118 356 182 356 182 326V258Z" fill="${shade}"/>
  <path d="M20 400C24 344 66 326 116 314C130 346 170 346 184 314C234 326 276 344 280 400Z" fill="${shirt}"/>
  <path d="M116 314C130 346 170 346 184 314L196 318C182 362 118 362 104 318Z" fill="#fff" fill-opacity=".28"/>
  <path d="M150 350V400M62 352C74 366 76 384 74 400M238 352C226 366 224 384 226 400" fill="none"
    stroke="#000" stroke-opacity=".22" stroke-width="3"/>
  <path d="M122 262C132 292 168 292 178 262V300C166 312 134 312 122 300Z" fill="${skin}" opacity=".55"/>`

/** A person from the front, drawn in a box of 300 × 400; `backdrop` fills the background. */
export const portrait = (
  { seed, gender }: { seed: number; gender: 'F' | 'M' | null },
  backdrop: string,
): string => {
  const features = featuresOf(seed, gender)
  const { skin, shade } = features
  return `<rect width="300" height="400" fill="${backdrop}"/>
  ${backHair(features)}${clothes(features)}
  <ellipse cx="77" cy="192" rx="13" ry="22" fill="${shade}"/><ellipse cx="223" cy="192" rx="13" ry="22"
    fill="${shade}"/>
  <path d="M80 160C80 104 112 74 150 74C188 74 220 104 220 160C220 220 206 282 150 290C94 282 80 220 80
    160Z" fill="${skin}"/>
  <path d="M220 160C220 220 206 282 150 290C190 268 204 220 200 150C206 140 214 148 220 160Z"
    fill="${shade}" opacity=".45"/>
  ${eyes(features)}
  <path d="M150 178C148 196 140 208 139 216C140 224 160 225 162 217" fill="none" stroke="${shade}"
    stroke-width="4" stroke-linecap="round"/>
  <path d="M124 245C136 240 144 243 150 245C156 243 164 240 176 245C168 258 132 258 124 245Z" fill="#b8615a"/>
  <path d="M122 245C138 249 162 249 178 245" fill="none" stroke="#7e3733" stroke-width="2.6"
    stroke-linecap="round"/>
  <circle cx="106" cy="222" r="15" fill="#d9745f" opacity=".16"/><circle cx="194" cy="222" r="15"
    fill="#d9745f" opacity=".16"/>
  ${frontHair(features)}${strands(features.style)}`
}
