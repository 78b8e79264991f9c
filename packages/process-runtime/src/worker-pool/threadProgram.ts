import { parentPort } from "node:worker_threads"
import type { JobMessage, JobReply } from "./Thread.ts"

type Work = (input: unknown) => unknown

const functionOf = async ({ module, name }: JobMessage): Promise<Work> => {
  const exports: Readonly<Record<string, unknown>> = await import(module)
  const work = exports[name]
  if (typeof work !== "function") throw new TypeError(`${module} exports no function ${name}.`)
  return work as Work
}

const perform = async (message: JobMessage): Promise<JobReply> => {
  try {
    const work = await functionOf(message)
    return { ok: true, value: await work(message.input) }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on("message", (message: JobMessage) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
  void perform(message).then((reply) => parentPort?.postMessage(reply))
})
