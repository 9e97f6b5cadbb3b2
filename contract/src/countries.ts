/** Countries of ISO 3166-1, as their two letters; people see their names through `Intl.DisplayNames`. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT ' +
  'BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ' +
  'ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT ' +
  'HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS ' +
  'LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI ' +
  'NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG ' +
  'SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG ' +
  'UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

const known: ReadonlySet<string> = new Set(countryCodes)
export const isCountryCode = (text: string): boolean => known.has(text)

/** Countries whose zip codes have digits only (product §5, domain §14). */
const numericZips: ReadonlySet<string> = new Set(
  (
    'AT BE BG BO BR CH CL CN CO CR CU CZ DE DK DO EC EE EG ES FI FR GR GT HN HR HU ID IN IT JP KR LU MX ' +
    'NI NO PE PH PL PT PY RO RS RU SE SI SK SV TH TR UA US UY VE VN ZA'
  ).split(' '),
)

/** Whether a zip code is valid in this country; separators may be at any position. */
export const isZipOf = ({ country, zip }: { country: string; zip: string }): boolean =>
  numericZips.has(country) ? /^\d[\d -]{1,11}$/.test(zip) : /^[\p{L}\p{N}][\p{L}\p{N} -]{0,11}$/u.test(zip)
