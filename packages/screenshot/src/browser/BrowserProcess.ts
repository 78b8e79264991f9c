import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import type { Browser, BrowserServer } from "playwright-core"
import { valueWithin } from "../valueWithin.ts"
import { chromiumFlags, proxySettings, withoutPlaywrightFlags } from "./chromiumFlags.ts"
import { killGroup, megabytesOf } from "./ProcessGroup.ts"

/** A browser that runs in its own process group. */
export interface BrowserProcess {
  readonly browser: Browser
  readonly pid: number
  /** The memory of all its processes in megabytes; null where unknown. */
  readonly megabytes: () => number | null
  /** Settles when its processes have ended. */
  readonly ended: Promise<void>
  /** Kills all of its processes at once. */
  readonly kill: () => Promise<void>
  /** Asks it to exit, and kills it if it does not. */
  readonly close: () => Promise<void>
}

export interface LaunchOptions {
  readonly executablePath: string
  readonly proxyPort: number
  readonly sandbox: boolean
}

const START_MS = 30_000
const CLOSE_MS = 3_000
/** How long to wait for a killed process to end. */
const KILL_MS = 5_000

/** The environment of the browser, without the secrets of the service. */
const environment = (home: string): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "/usr/bin:/bin",
  HOME: home,
  LANG: "C.UTF-8",
  TZ: "UTC"
})

const start = async ({ executablePath, proxyPort, sandbox }: LaunchOptions, home: string): Promise<BrowserServer> => {
  const { chromium } = await import("playwright-core")
  // `launchServer` instead of `launch`, because only it exposes the process, which must be killed when it hangs.
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

/** Starts a browser. Rejects with the browser's message when it does not start. */
export const launchBrowser = async (options: LaunchOptions): Promise<BrowserProcess> => {
  const home = await mkdtemp(join(tmpdir(), "screenshot-browser-"))
  const removeHome = (): Promise<void> =>
    rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  const server = await start(options, home).catch(async (error: unknown) => {
    await removeHome()
    throw error
  })
  const pid = server.process().pid ?? 0
  const gone = new Promise<void>((resolve) => {
    server.once("close", () => resolve())
  })
  const ended = (async () => {
    await gone
    killGroup(pid)
    await removeHome()
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
