import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes minutes while a whole machine of short files could run beside it. */
const long = /tests\/(?:simulation|kill)\//

/** Long files begin first, so that no worker is left alone with one of them at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
