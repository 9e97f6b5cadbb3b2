/**
 * Letters of 5 by 8 dots, from the space to the `z`: five columns of two hex digits each, the lowest bit at the top. They
 * are drawn as shapes, because a server may have no fonts.
 */
const columns = [
  '000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500005030000001c2241000041221c00',
  '2a1c7f1c2a08083e080800807030000808080808000060600020100804023e5149453e00427f400072494949462141494d33',
  '1814127f1027454545393c4a49493141211109073649494936464949291e0000140000004034000000081422411414141414',
  '004122140802015909063e415d594e7c1211127c7f494949363e414141227f4141413e7f494949417f090909013e41415173',
  '7f0808087f00417f41002040413f017f081422417f404040407f021c027f7f0408107f3e4141413e7f090909063e4151215e',
  '7f09192946264949493203017f01033f4040403f1f2040201f3f4038403f631408146303047804036159494d43007f414141',
  '0204081020004141417f04020102044040404040000307080020545478407f284444383844444428384444287f3854545418',
  '00087e090218a4a49c787f0804047800447d40002040403d007f1028440000417f40007c047804787c080404783844444438',
  'fc1824241818242418fc7c08040408485454542404043f44243c4040207c1c2040201c3c4030403c44281028444c9090907c',
  '4464544c44',
].join('')

const first = 0x20
const columnsOfLetter = 5
export const letterWidth = columnsOfLetter + 1
export const letterHeight = 8

const dotsOf = (letter: string): number[] => {
  const at = (letter.codePointAt(0) ?? 0) - first
  const hex = columns.slice(at * 2 * columnsOfLetter, (at + 1) * 2 * columnsOfLetter)
  return (hex.match(/../g) ?? []).map((column) => Number.parseInt(column, 16))
}

/** Letters without a shape of their own lose their accent; any other becomes a question mark. */
export const drawable = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -z]/gu, '?')

/** A text as the data of an SVG path, one unit for each dot. */
export const letterPath = (text: string): string =>
  Array.from(drawable(text))
    .flatMap((letter, nth) =>
      dotsOf(letter).flatMap((bits, column) =>
        Array.from({ length: letterHeight }, (_, row) =>
          (bits >> row) & 1 ? `M${nth * letterWidth + column} ${row}h1v1h-1z` : '',
        ),
      ),
    )
    .join('')
