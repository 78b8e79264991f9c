import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import type { Browser, BrowserServer } from "playwright-core"
import { valueWithin } from "../valueWithin.ts"
import { chromiumFlags, proxySettings, withoutPlaywrightFlags } from "./chromiumFlags.ts"
import { killGroup, megabytesOf } from "./ProcessGroup.ts"

/** A browser that runs in a process group of its own. */
export interface BrowserProcess {
  readonly browser: Browser
  readonly pid: number
  /** Megabytes of memory of all its processes; null where that cannot be told. */
  readonly megabytes: () => number | null
  /** Settles when its processes are gone. */
  readonly ended: Promise<void>
  /** Kills all of its processes at once. */
  readonly kill: () => Promise<void>
  /** Lets it end by itself for a moment, then kills it. */
  readonly close: () => Promise<void>
}

export interface LaunchOptions {
  readonly executablePath: string
  readonly proxyPort: number
  readonly sandbox: boolean
}

const START_MS = 30_000
const CLOSE_MS = 3_000
/** A killed process is gone as soon as the kernel gets to it. */
const KILL_MS = 5_000

/** What the browser needs of our environment; secrets of the service are none of its business. */
const environment = (home: string): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "/usr/bin:/bin",
  HOME: home,
  LANG: "C.UTF-8",
  TZ: "UTC"
})

const start = async ({ executablePath, proxyPort, sandbox }: LaunchOptions, home: string): Promise<BrowserServer> => {
  const { chromium } = await import("playwright-core")
  // A server rather than a plain launch, because only that names the process which must be killed when it hangs.
  return chromium.launchServer({
    executablePath,
    headless: true,
    args: [...chromiumFlags(proxyPort)],
    ignoreDefaultArgs: [...withoutPlaywrightFlags],
    chromiumSandbox: sandbox,
    env: environment(home),
    host: "127.0.0.1",
    proxy: proxySettings(proxyPort),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: START_MS
  })
}

/** Starts a browser; rejects with what the browser said when it does not start. */
export const launchBrowser = async (options: LaunchOptions): Promise<BrowserProcess> => {
  const home = await mkdtemp(join(tmpdir(), "screenshot-browser-"))
  const tidy = (): Promise<void> => rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  const server = await start(options, home).catch(async (error: unknown) => {
    await tidy()
    throw error
  })
  const pid = server.process().pid ?? 0
  const gone = new Promise<void>((resolve) => {
    server.once("close", () => resolve())
  })
  const ended = (async () => {
    await gone
    killGroup(pid)
    await tidy()
  })()
  const kill = async (): Promise<void> => {
    killGroup(pid)
    await valueWithin(ended, KILL_MS)
  }
  try {
    const { chromium } = await import("playwright-core")
    const browser = await chromium.connect(server.wsEndpoint(), { timeout: START_MS })
    return {
      browser,
      pid,
      megabytes: () => megabytesOf(pid),
      ended,
      kill,
      close: async () => {
        await valueWithin(server.close(), CLOSE_MS)
        await kill()
      }
    }
  } catch (error) {
    await kill()
    throw error
  }
}
