import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take minutes, in the order of their start, and then those that take more than half a minute. A simulation,
 * which never waits, runs at the same time as the kill tests, which mostly wait for processes; the other simulation runs
 * with all short files.
 */
const long = [
  /simulation-even/,
  /tests\/kill\//,
  /tests\/simulation\//,
  /list-plans\.db/,
  /bad-input\.db/,
  /load-credit\.db/,
  /tampering\.db/,
]

const positionOf = ({ moduleId }: TestSpecification): number => {
  const index = long.findIndex((name) => name.test(moduleId))
  return index < 0 ? long.length : index
}

/** Starts long files first, so that no worker is left alone with one of them at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => positionOf(one) - positionOf(other))
  }
}
