/** The order of test files: what takes minutes begins first. Vitest begins with the largest file, and the last one would run alone. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const takesMinutes = /\/(?:newEntity|scheduledBackups)\.test\.ts$/

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- no array: the method that this one replaces
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(takesMinutes.test(other.moduleId)) - Number(takesMinutes.test(one.moduleId)))
  }
}
