import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes minutes, in the order of its beginning: a simulation, which never waits, beside the killings, which wait for
 * processes most of their time, then the other one beside all that is short.
 */
const long = [/simulation-even/, /tests\/kill\//, /tests\/simulation\//]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = long.findIndex((name) => name.test(moduleId))
  return place < 0 ? long.length : place
}

/** Long files begin first, so that no worker is left alone with one of them at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
