import { isSandboxRefusal } from "./browser/BrowserSandbox.ts"
import { CHROMIUM_PACKAGE, type ChromiumPath } from "./browser/ChromiumPath.ts"

const SANDBOX = "its sandbox is not allowed on this system; allow user namespaces, or turn the sandbox off"

/** The messages of a browser that does not start, each with advice. The first matching message is used. */
const known: ReadonlyArray<readonly [RegExp, string]> = [
  [/error while loading shared libraries: (?<detail>[\w.+-]+)/iu, "a library is missing: "],
  [
    /Cannot become the user/u,
    "when started as root, it runs as an unprivileged user, but this process cannot change its user; start this process as an ordinary user"
  ],
  [/EACCES|permission denied/iu, "its user is not allowed to run it"],
  [/ENOENT/u, "this system does not have the C library (glibc) that it needs"],
  [/could not be unpacked/u, "it could not be unpacked; set XDG_CACHE_HOME to a folder with 300 MB of free space"],
  [/ENOSPC|No space left/iu, "there is no disk space left"],
  [/Timeout .*exceeded/iu, "it did not start in time"]
]

const reasonOf = (said: string): string => {
  for (const [pattern, why] of known) {
    const found = pattern.exec(said)
    if (found !== null) return why + (found.groups?.["detail"] ?? "")
  }
  return "it exited immediately"
}

export const explainStartError = (
  { path, source }: Pick<Extract<ChromiumPath, { readonly ok: true }>, "path" | "source">,
  error: unknown
): string => {
  const said = error instanceof Error ? error.message : String(error)
  const why = isSandboxRefusal(error) ? SANDBOX : reasonOf(said)
  const name = source === "npm" ? `the Chromium of ${CHROMIUM_PACKAGE}` : path
  return `Screenshots are unavailable: ${name} does not start (${why}).`
}
