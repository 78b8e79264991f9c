import { startWorker } from "../ui/startWorker.ts"
import type { ImportAnswer, ImportRequest } from "./importMessages.ts"
// The worker file has no default export. Vite replaces this import with the URL of the file.
// oxlint-disable-next-line import/default
import workerUrl from "./import.worker.ts?worker&url"

/** The time limit for one request, in milliseconds. The largest allowed file takes a few seconds. */
const DEADLINE = 30_000

/**
 * Sends a request to a new worker, which ends after its response. Files with secrets therefore stay in the browser, a
 * large file does not block the screen, and a file that takes too long can be stopped.
 */
export const askImporter = (request: ImportRequest): Promise<ImportAnswer> =>
  new Promise<ImportAnswer>((resolve) => {
    const worker = startWorker(workerUrl)
    const end = (answer: ImportAnswer): void => {
      clearTimeout(timer)
      worker.terminate()
      resolve(answer)
    }
    const fail = (): void => end({ kind: "stopped" })
    const timer = setTimeout(fail, DEADLINE)
    worker.addEventListener("message", ({ data }: MessageEvent<ImportAnswer>) => end(data))
    worker.addEventListener("error", fail)
    worker.addEventListener("messageerror", fail)
    // Only messages to windows have a target origin. Messages to workers do not.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(request)
  })
