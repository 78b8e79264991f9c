import { Agent, get } from "node:http"
import { answer } from "../harness/Child.ts"

export interface ProbesAsked {
  readonly port: number
  /** Path and query of one check. */
  readonly path: string
  readonly count: number
  readonly concurrency: number
}

export interface WaitsAsked {
  readonly port: number
  /** Path and query of each check. */
  readonly paths: ReadonlyArray<string>
  readonly concurrency: number
}

/** The process that requests checks from a prober with an HTTP interface. */
export type ExporterClient = {
  /** Rejects when a check did not succeed. Returns the elapsed milliseconds. */
  readonly probe: (asked: ProbesAsked) => Promise<number>
  /** Returns for each check the milliseconds from the request to the first byte, from the prober's metrics. */
  readonly waits: (asked: WaitsAsked) => Promise<ReadonlyArray<number>>
}

const agent = new Agent({ keepAlive: true })

const request = (port: number, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, agent }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => {
        text += chunk
      })
      response.on("end", () => resolve(text))
      response.on("error", reject)
    }).on("error", reject)
  })

const check = async (port: number, path: string): Promise<string> => {
  const text = await request(port, path)
  if (!text.includes("\nprobe_success 1\n")) throw new Error(`${path} did not succeed:\n${text}`)
  return text
}

const waitIn = (metrics: string): number =>
  Number(/^probe_http_duration_seconds\{phase="processing"\} (\S+)$/mu.exec(metrics)?.[1] ?? Number.NaN) * 1_000

answer<ExporterClient>({
  probe: async ({ concurrency, count, path, port }) => {
    const started = performance.now()
    let left = count
    const lane = async () => {
      while (left-- > 0) {
        await check(port, path)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
    return performance.now() - started
  },
  waits: async ({ concurrency, paths, port }) => {
    const waits: Array<number> = []
    let next = 0
    const lane = async () => {
      for (let index = next++; index < paths.length; index = next++)
        waits[index] = waitIn(await check(port, paths[index] ?? ""))
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
    return waits
  }
})
