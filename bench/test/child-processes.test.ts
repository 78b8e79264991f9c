import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Child, startChild } from "../src/harness/Child.ts"
import { cpuMs, familyCpuMs, parseStat } from "../src/harness/OsProcess.ts"
import type { Echo } from "./echoProgram.ts"

const program = new URL("./echoProgram.ts", import.meta.url)

describe("proc stat", () => {
  it("is read behind a name that holds brackets and spaces", () => {
    const fields = ["S", "7", "1", "1", "0", "-1", "0", "0", "0", "0", "0", "12", "3", "40", "5", "20"]
    expect(parseStat(`42 (a (b) c) ${fields.join(" ")}`)).toEqual({ parent: 7, ownMs: 150, endedMs: 450 })
  })
})

describe.runIf(process.platform === "linux")("a child process", () => {
  let child: Child<Echo>
  beforeAll(async () => {
    child = await startChild<Echo>(program, { core: null })
  })
  afterAll(() => child.stop())

  it("answers each question with its own answer", async () => {
    expect(await Promise.all([1, 2, 3].map((value) => child.call("double", value)))).toEqual([2, 4, 6])
    await expect(child.call("fail", "no database")).rejects.toThrow("no database")
    expect(await child.call("double", 4)).toBe(8)
  })

  it("is billed for the CPU it uses, to the tick of the system", async () => {
    const before = child.cpuMs()
    const familyBefore = familyCpuMs(process.pid)
    await child.call("burn", 100)
    expect(child.cpuMs() - before).toBeGreaterThanOrEqual(80)
    expect(cpuMs(child.pid)).toBeGreaterThanOrEqual(100)
    expect(familyCpuMs(process.pid) - familyBefore).toBeGreaterThanOrEqual(80)
    expect(child.residentKb()).toBeGreaterThan(1_000)
  })

  it("says so when it has ended", async () => {
    const short = await startChild<Echo>(program, { core: "subject" })
    const burning = short.call("burn", 60_000)
    process.kill(short.pid, "SIGKILL")
    await expect(burning).rejects.toThrow(/SIGKILL/u)
    await expect(short.call("double", 1)).rejects.toThrow(/ended/u)
    await short.stop()
  })
})
