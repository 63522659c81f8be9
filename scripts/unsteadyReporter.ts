import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Writes down which tests of Vitest passed only when they ran once more, into the file that `UNSTEADY_FILE` names. */
export default class UnsteadyReporter implements Reporter {
  private readonly unsteady: string[] = [];

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky)
      this.unsteady.push(`${test.module.relativeModuleId} › ${test.fullName}`);
  }

  onTestRunEnd() {
    const file = process.env['UNSTEADY_FILE'];
    if (file) writeFileSync(file, JSON.stringify(this.unsteady));
  }
}
