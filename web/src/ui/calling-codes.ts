/** An E.164 number with spaces, as people read it: `+51 987 654 321`. */
export const phoneText = (number: string): string => {
  const { national } = splitNumber(number, '')
  const code = number.slice(0, number.length - national.length)
  return `${code} ${national.replace(/(\d{3})(?=\d{2,})/g, '$1 ')}`.trim()
}

/** Calling codes by country (ITU E.164), for the countries that people register from and their neighbours. */
const table =
  'AD376 AE971 AF93 AG1268 AI1264 AL355 AM374 AO244 AR54 AT43 AU61 AW297 AZ994 BA387 BB1246 BD880 BE32 ' +
  'BF226 BG359 BH973 BI257 BJ229 BM1441 BN673 BO591 BR55 BS1242 BT975 BW267 BY375 BZ501 CA1 CD243 CF236 ' +
  'CG242 CH41 CI225 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CY357 CZ420 DE49 DJ253 DK45 DM1767 ' +
  'DO1809 DZ213 EC593 EE372 EG20 ER291 ES34 ET251 FI358 FJ679 FR33 GA241 GB44 GD1473 GE995 GF594 GH233 ' +
  'GI350 GM220 GN224 GP590 GQ240 GR30 GT502 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 ' +
  'IN91 IQ964 IR98 IS354 IT39 JM1876 JO962 JP81 KE254 KG996 KH855 KM269 KN1869 KR82 KW965 KY1345 KZ7 ' +
  'LA856 LB961 LC1758 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MG261 ' +
  'MK389 ML223 MM95 MN976 MO853 MQ596 MR222 MS1664 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NE227 ' +
  'NG234 NI505 NL31 NO47 NP977 NZ64 OM968 PA507 PE51 PG675 PH63 PK92 PL48 PR1787 PS970 PT351 PY595 ' +
  'QA974 RE262 RO40 RS381 RU7 RW250 SA966 SC248 SD249 SE46 SG65 SI386 SK421 SL232 SM378 SN221 SO252 ' +
  'SR597 SS211 ST239 SV503 SX1721 SY963 SZ268 TC1649 TD235 TG228 TH66 TJ992 TL670 TM993 TN216 TO676 ' +
  'TR90 TT1868 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VC1784 VE58 VG1284 VI1340 VN84 VU678 WS685 YE967 ' +
  'ZA27 ZM260 ZW263'

/** Country to calling code, without the plus. */
export const callingCodes: ReadonlyMap<string, string> = new Map(
  table.split(' ').map((entry) => [entry.slice(0, 2), entry.slice(2)] as const),
)

/** Whether a number can belong to a country; false when it has the calling code of another country. */
export const isOfCountry = (number: string, country: string): boolean => {
  const code = callingCodes.get(country)
  return number === '' || code === undefined || number.startsWith(`+${code}`)
}

/**
 * Country and national part of an E.164 number. `preferred` is chosen where several countries share a code.
 */
export const splitNumber = (number: string, preferred: string): { country: string; national: string } => {
  const digits = number.replace(/\D/g, '')
  const own = callingCodes.get(preferred)
  if (own !== undefined && digits.startsWith(own))
    return { country: preferred, national: digits.slice(own.length) }
  const [country, code] =
    [...callingCodes]
      .filter(([, known]) => digits.startsWith(known))
      .toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  return country === undefined || code === undefined
    ? { country: preferred, national: digits }
    : { country, national: digits.slice(code.length) }
}
