import { CommandError } from "@mon/bundled/command-line"
import process from "node:process"
import { createInterface } from "node:readline"
import { addAbortSignal, Writable } from "node:stream"

/** The maximum size of standard input, in bytes. Longer input is refused. */
const LONGEST_INPUT = 5 * 1_024 * 1_024

const ask = (question: string, output: NodeJS.WritableStream, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines = createInterface({ input: process.stdin, output, terminal: true })
    const stop = () => lines.close()
    let answer: string | null = null
    process.stderr.write(question)
    // In a terminal, readline receives Ctrl-C instead of the process.
    lines.once("SIGINT", () => void process.kill(process.pid, "SIGINT"))
    lines.once("line", (line) => {
      answer = line.trim()
      lines.close()
    })
    lines.once("close", () => {
      signal.removeEventListener("abort", stop)
      if (output !== process.stderr) process.stderr.write("\n")
      if (answer === null) reject(new CommandError("No answer was given."))
      else resolve(answer)
    })
    signal.addEventListener("abort", stop, { once: true })
  })

export const askText = (question: string, signal: AbortSignal): Promise<string> => ask(question, process.stderr, signal)

export const askSecret = (question: string, signal: AbortSignal): Promise<string> =>
  ask(question, new Writable({ write: (_chunk, _encoding, done) => done() }), signal)

export const readAll = async (): Promise<string> => {
  const chunks: Array<Buffer> = []
  let length = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > LONGEST_INPUT) throw new CommandError("Standard input is longer than 5 MiB.")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

export const streamInput = async function* (signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of addAbortSignal(signal, process.stdin) as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
