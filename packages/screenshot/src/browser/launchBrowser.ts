import { type BrowserProcess, startBrowser } from "./BrowserProcess.ts"
import { isSandboxRefusal } from "./BrowserSandbox.ts"
import { browserUser } from "./BrowserUser.ts"
import type { ChromiumPath } from "./ChromiumPath.ts"
import { unpackChromium } from "./PackagedChromium.ts"
import type { Chromium } from "./readVersion.ts"

export interface LaunchOptions {
  readonly chromium: Extract<ChromiumPath, { readonly ok: true }>
  readonly proxyPort: number
  /**
   * Whether the browser uses its sandbox. True: the browser starts only with the sandbox. False: the browser starts
   * without the sandbox. Undefined: the browser starts without the sandbox only if the system does not allow the
   * sandbox.
   */
  readonly sandbox: boolean | undefined
}

/** Whether the system has refused the sandbox. If true, this process does not try the sandbox again. */
let refused = false

const prepare = ({ path, source }: LaunchOptions["chromium"]): Promise<Chromium> =>
  source === "npm" ? unpackChromium(path, browserUser()) : Promise.resolve({ path, environment: {} })

/**
 * Starts a browser. If this process runs as root, runs the browser as an unprivileged user. Rejects if the browser does
 * not start.
 */
export const launchBrowser = async ({ chromium, proxyPort, sandbox }: LaunchOptions): Promise<BrowserProcess> => {
  const prepared = await prepare(chromium)
  const start = (enabled: boolean): Promise<BrowserProcess> =>
    startBrowser({ chromium: prepared, proxyPort, user: browserUser(), sandbox: enabled, required: sandbox })
  if (sandbox !== undefined) return start(sandbox)
  if (refused) return start(false)
  return start(true).catch((error: unknown) => {
    if (!isSandboxRefusal(error)) throw error
    refused = true
    return start(false)
  })
}
