import pg from 'pg'

// Money is int8 and must not be converted to a double.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const parseAnyInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
// The driver's parser supports every zone and era, and is half as fast.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text[10] === ' ' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseAnyInstant(text),
)
const int8Array: number = 1016
pg.types.setTypeParser(int8Array as never, (text) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt),
)
const uuidArray: number = 2951
// The driver's parser reads character by character: 10,000 companies of a session took 20 ms.
pg.types.setTypeParser(uuidArray as never, (text) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((id) => (id === 'NULL' ? null : id)),
)
