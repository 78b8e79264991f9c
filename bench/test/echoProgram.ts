import process from "node:process"
import { answer } from "../src/harness/Child.ts"

export type Echo = {
  readonly double: (value: number) => Promise<number>
  readonly fail: (message: string) => Promise<never>
  /** Computes until the process has used so many milliseconds of CPU more. */
  readonly burn: (milliseconds: number) => Promise<void>
}

answer<Echo>({
  double: async (value) => 2 * value,
  fail: async (message) => {
    throw new Error(message)
  },
  burn: async (milliseconds) => {
    const before = process.cpuUsage()
    for (;;) {
      const { system, user } = process.cpuUsage(before)
      if ((user + system) / 1_000 >= milliseconds) return
    }
  }
})
