import { spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { cpuMs, residentKb } from "./OsProcess.ts"
import { type Core, onCore } from "./Pinning.ts"

/** The functions that a child process offers: one argument and one result, both plain data. */
export type Interface<F> = { readonly [K in keyof F]: (argument: never) => Promise<unknown> }

/** A program in its own process. */
export interface Child<F extends Interface<F>> {
  readonly pid: number
  readonly call: <K extends keyof F & string>(name: K, argument: Parameters<F[K]>[0]) => ReturnType<F[K]>
  /** User and system time so far, in milliseconds. */
  readonly cpuMs: () => number
  readonly residentKb: () => number
  readonly stop: () => Promise<void>
}

export interface ChildOptions {
  /** Null: the system chooses. */
  readonly core: Core | null
  readonly nodeFlags?: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

interface Question {
  readonly id: number
  readonly name: string
  readonly argument: unknown
}

type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: string }

/** Starts a module that calls {@link answer}, and answers when it does. */
export const startChild = async <F extends Interface<F>>(module: URL, options: ChildOptions): Promise<Child<F>> => {
  const flags = ["--conditions=@mon/source", ...(options.nodeFlags ?? [])]
  const [command, args] = onCore(options.core, process.execPath, [...flags, fileURLToPath(module)])
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, ...options.env },
    serialization: "advanced"
  })
  const { pid } = child
  const waiting = new Map<number, (answer: Answer) => void>()
  let ended: string | null = null
  child.on("message", (message) => {
    // Only `answer` writes here.
    const answered = message as Answer
    waiting.get(answered.id)?.(answered)
    waiting.delete(answered.id)
  })
  child.on("exit", (code, signal) => {
    ended = `${fileURLToPath(module)} ended with ${signal ?? `code ${code}`}`
    for (const [id, settle] of waiting) settle({ id, ok: false, error: ended })
    waiting.clear()
  })
  let calls = 0
  const ask = (name: string, argument: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended !== null) return reject(new Error(ended))
      const id = calls++
      waiting.set(id, (answered) => (answered.ok ? resolve(answered.value) : reject(new Error(answered.error))))
      child.send({ id, name, argument } satisfies Question)
    })
  await ask("ready", null)
  if (pid === undefined) throw new Error("The child has no process id.")
  return {
    pid,
    // The child implements F: both ends name the same type.
    call: (name, argument) => ask(name, argument) as ReturnType<F[typeof name]>,
    cpuMs: () => cpuMs(pid),
    residentKb: () => residentKb(pid),
    stop: async () => {
      if (ended !== null) return
      const exit = once(child, "exit")
      child.disconnect()
      const patience = setTimeout(() => child.kill("SIGKILL"), 5_000)
      await exit
      clearTimeout(patience)
    }
  }
}

const text = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

const reply = (message: Answer) => process.send?.(message)

/** The child's side: answers questions until the parent disconnects, then calls `end`. */
export const answer = <F extends Interface<F>>(functions: F, end: () => Promise<unknown> = async () => {}): void => {
  process.on("message", (message) => {
    // Only `startChild` writes here, with a name and an argument of F.
    const { argument, id, name } = message as Question
    if (name === "ready") return reply({ id, ok: true, value: null })
    const known = functions[name as keyof F]
    known(argument as never).then(
      (value) => reply({ id, ok: true, value }),
      (error: unknown) => reply({ id, ok: false, error: text(error) })
    )
  })
  process.once("disconnect", () => {
    void end().finally(() => process.exit(0))
  })
}
