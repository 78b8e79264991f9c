import { type BrowserProcess, startBrowser } from "./BrowserProcess.ts"
import { isSandboxRefusal } from "./BrowserSandbox.ts"
import { browserUser } from "./BrowserUser.ts"
import type { ChromiumPath } from "./ChromiumPath.ts"
import { unpackChromium } from "./PackagedChromium.ts"
import type { Chromium } from "./readVersion.ts"

/** The browser to start, and options for its start. */
export interface LaunchOptions {
  readonly chromium: Extract<ChromiumPath, { readonly ok: true }>
  readonly proxyPort: number
  /** True: only with the sandbox. False: without. Undefined: without only where the system does not allow it. */
  readonly sandbox: boolean | undefined
}

/** Systems that refused the sandbox are not asked again by this process. */
let refused = false

const prepare = ({ path, source }: LaunchOptions["chromium"]): Promise<Chromium> =>
  source === "npm" ? unpackChromium(path, browserUser()) : Promise.resolve({ path, environment: {} })

/** Starts a browser. As root, the browser runs as an unprivileged user. Rejects when it does not start. */
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
