import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { CliTerminal } from "../src/CliTerminal.ts"
import { withoutControls } from "../src/screen/shownText.ts"
import { mon } from "../src/mon.ts"

/** The settings of a test terminal. */
interface Situation extends Partial<Omit<CliTerminal, "askText" | "askSecret" | "readInput" | "input">> {
  readonly input?: string
  /** The answers that a person gives to questions, in order. */
  readonly answers?: ReadonlyArray<string>
  readonly onOut?: (text: string) => void
}

export const NOW = Date.parse("2026-11-23T12:00:00Z")

/** Makes a terminal that records the output of a test. */
export const testTerminal = ({ answers, input = "", onOut, ...situation }: Situation = {}) => {
  const written = { out: "", err: "" }
  const asked: Array<string> = []
  const waiting = [...(answers ?? [])]
  const answer = (question: string) => {
    asked.push(question)
    return Promise.resolve(waiting.shift() ?? "")
  }
  const terminal: CliTerminal = {
    out: (text) => {
      written.out += text
      onOut?.(text)
    },
    err: (text) => void (written.err += withoutControls(text)),
    colour: false,
    interactive: false,
    version: "1.2.3",
    signal: new AbortController().signal,
    progress: () => undefined,
    env: {},
    platform: "linux",
    home: mkdtempSync(join(tmpdir(), "mon-cli-")),
    now: () => NOW,
    size: () => null,
    onResize: () => () => undefined,
    onExit: () => () => undefined,
    canAsk: answers !== undefined,
    askText: answer,
    askSecret: answer,
    readInput: () => Promise.resolve(input),
    input: async function* () {
      yield new TextEncoder().encode(input)
    },
    pause: (_milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve()
        else signal.addEventListener("abort", () => resolve(), { once: true })
      }),
    ...situation
  }
  return { terminal, written, asked }
}

export const monRun = async (args: ReadonlyArray<string>, situation: Situation = {}) => {
  const { asked, terminal, written } = testTerminal(situation)
  const code = await mon.run(args, terminal)
  return { code, ...written, asked, terminal }
}
